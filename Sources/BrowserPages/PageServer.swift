package import HTTP
package import HTTPListener

/// Serves a person's browser for one flow, on a port that is bound before anybody is told of it.
///
/// Make it, show or send one of its addresses, `wait` for what the browser brings, and `finish` with how it
/// went, which the browser then shows. A request that is not as it should be never changes anything. The port
/// is closed when `finish` returns, when `wait` fails, and when nobody holds the server any more.
package final class PageServer: Sendable {
  package struct Configuration: Sendable {
    /// The IP address to listen on.
    package var host = "127.0.0.1"
    /// 0 is any free port.
    package var port: UInt16 = 0
    /// The name by which the browser reaches the port; by default the address listened on.
    package var pageHost: String?
    /// How long a browser that waits for the outcome is left without an answer.
    package var longestPoll: Duration = .seconds(25)
    /// A descriptor that ends the wait when it becomes readable; none is negative.
    package var interruption: Int32 = -1
    /// Whether the process's signals may interrupt the threads that serve.
    package var takesSignals = true
    package var words: any PageWords = TerminalWords()

    package init() {}
  }

  /// `http://127.0.0.1:PORT`.
  package let origin: String
  /// The address of the flow's page, good for one visit.
  package let url: String
  /// Where mailed links lead; may be visited often, and with a query of the command's own. Or where an identity
  /// provider sends the browser back to.
  package let continueURL: String

  /// Readable once the browser has brought something: for who waits for something else, too.
  package var arrival: Int32 { flow.handover.descriptor }

  private let flow: PageFlow
  private let listener: HTTPListener
  private let interruption: Int32
  private let words: any PageWords

  /// - Parameters:
  ///   - embedded: answers visits to `/emulator/action`, so that its links can be opened, to
  ///     `/emulator/auth/provider`, and what the script of its reCAPTCHA asks.
  ///   - secrets: new ones.
  package init(
    _ page: any FlowPage, configuration: Configuration = Configuration(), embedded: (any HTTPHandler)? = nil,
    secrets: PageSecrets
  ) throws(ListenError) {
    flow = try PageFlow()
    let handler = PageHandler(
      page, embedded: embedded, flow: flow, longestPoll: configuration.longestPoll, words: configuration.words
    )
    listener = try HTTPListener(handler, configuration: configuration.listening)
    let site = PageSite(
      name: configuration.name, port: listener.port, callbackPath: page.callbackPath, secrets: secrets)
    origin = site.origin
    url = site.origin + site.entryPath
    continueURL = site.origin + site.arrivalPath
    interruption = configuration.interruption
    words = configuration.words
    handler.open(at: site)
  }

  deinit {
    finish(.failure(words.hasEnded))
  }

  /// Has the one-time URL lead to `address`, which may be on another site, instead of the flow's own page.
  package func send(to address: String) {
    flow.next = address
  }

  /// Waits for what the browser brings: the whole address that was arrived at, for mailed links and providers.
  package func wait(within limit: Duration?) throws(PageWaitError) -> String {
    switch flow.handover.wait(for: limit, orReadable: interruption) {
    case .open:
      if case .handedOver(let result) = flow.phase { return result }
      throw .ended
    case .interrupted:
      finish(.failure(words.wasStopped))
      throw .interrupted
    case .timedOut:
      finish(.failure(words.waitedLongEnough))
      throw .timedOut
    }
  }

  /// Shows the outcome in the browser, and closes the port.
  package func finish(_ outcome: PageOutcome) {
    flow.finish(outcome)
    listener.stop()
  }
}

extension PageServer.Configuration {
  fileprivate var name: String { pageHost ?? (["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host) }

  fileprivate var listening: HTTPListener.Configuration {
    var listening = HTTPListener.Configuration()
    listening.host = host
    listening.port = port
    listening.allowedHosts = [name]
    // Room for a person's browsers, and little else.
    listening.connectionLimit = 64
    listening.takesSignals = takesSignals
    listening.idleDeadline = .seconds(10)
    listening.stopDeadline = .milliseconds(500)
    return listening
  }
}
