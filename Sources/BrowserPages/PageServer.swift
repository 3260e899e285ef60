package import Essentials
package import HTTP
package import HTTPListener

/// A server of one flow's pages for a person's browser.
///
/// Its port is bound before anybody knows the address.
///
/// Create it, show or send one of its addresses, and call `wait` for the browser's result. Then call `finish` with the
/// outcome, which the browser shows. An invalid request never changes anything. The port is closed when `finish`
/// returns, when `wait` fails, and when nothing refers to the server any more.
package final class PageServer: Sendable {
  package struct Configuration: Sendable {
    /// The IP address to listen on.
    package var host = "127.0.0.1"
    /// The port.
    ///
    /// 0 means any free port.
    package var port: UInt16 = 0
    /// The name by which the browser reaches the port.
    ///
    /// The default is the listening address.
    package var pageHost: String?
    /// The maximum time that a browser waits for the outcome in one request.
    package var longestPoll: Duration = .seconds(25)
    /// The maximum time that requests which have begun get to end when the flow is over.
    package var stopDeadline: Duration = .milliseconds(500)
    /// A descriptor that ends the wait when it becomes readable.
    ///
    /// Negative means none.
    package var interruption: Int32 = -1
    /// Whether the process's signals may interrupt the server's threads.
    package var takesSignals = true
    package var words: any PageWords = TerminalWords()
    /// The translations of the pages.
    package var catalog = Catalog.english

    package init() {}
  }

  /// The server's origin, `http://127.0.0.1:PORT`.
  package let origin: String
  /// The address of the flow's page.
  ///
  /// It is valid for one visit.
  package let url: String
  /// The target of mailed links or of an identity provider's redirect.
  ///
  /// Mailed links may be opened often, and with a query from the command.
  package let continueURL: String

  /// A descriptor that is readable after the browser's result arrives, to wait for other things at the same time.
  package var arrival: Int32 { flow.handover.descriptor }

  private let flow: PageFlow
  private let listener: HTTPListener
  private let interruption: Int32
  private let words: any PageWords
  private let catalog: Catalog

  /// - Parameters:
  ///   - embedded: Answers visits to `/emulator/action` and `/emulator/auth/provider`, so its links work, and the
  ///     requests of its reCAPTCHA script.
  ///   - secrets: New secrets for this flow.
  package init(
    _ page: any FlowPage, configuration: Configuration = Configuration(), embedded: (any HTTPHandler)? = nil,
    secrets: PageSecrets
  ) throws(ListenError) {
    flow = try PageFlow()
    let handler = PageHandler(
      page, embedded: embedded, flow: flow, longestPoll: configuration.longestPoll,
      words: configuration.words, catalog: configuration.catalog)
    listener = try HTTPListener(handler, configuration: configuration.listening)
    let site = PageSite(
      name: configuration.name, port: listener.port, callbackPath: page.callbackPath, secrets: secrets)
    origin = site.origin
    url = site.origin + site.entryPath
    continueURL = site.origin + site.arrivalPath
    interruption = configuration.interruption
    words = configuration.words
    catalog = configuration.catalog
    handler.open(at: site)
  }

  deinit {
    finish(.failure(words.hasEnded.in(catalog)))
  }

  /// Makes the one-time URL redirect to `address`, which may be on another site, and not to the flow's own page.
  package func send(to address: String) {
    flow.next = address
  }

  /// Waits for the browser's result.
  ///
  /// For mailed links and providers, this is the complete visited address.
  package func wait(within limit: Duration?) throws(PageWaitError) -> String {
    switch flow.handover.wait(for: limit, orReadable: interruption) {
    case .open:
      if case .handedOver(let result) = flow.phase { return result }
      throw .ended
    case .interrupted:
      finish(.failure(words.wasStopped.in(catalog)))
      throw .interrupted
    case .timedOut:
      finish(.failure(words.waitedLongEnough.in(catalog)))
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
    // This is enough for a person's browsers.
    listening.connectionLimit = 64
    listening.takesSignals = takesSignals
    listening.idleDeadline = .seconds(10)
    listening.stopDeadline = stopDeadline
    return listening
  }
}
