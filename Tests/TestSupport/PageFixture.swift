package import BrowserPages
import Crypto
package import HTTP

extension PageServer {
  /// A flow that waits for a mailed link. It cuts no answer short, however slow the machine is.
  package static func forTests(
    action: (any HTTPHandler)? = nil, isCodeRequired: Bool = true,
    _ adjust: (inout Configuration) -> Void = { _ in }
  ) throws -> PageServer {
    var configuration = Configuration()
    configuration.interruption = -1
    configuration.stopDeadline = .seconds(3600)
    adjust(&configuration)
    return try PageServer(
      ContinuePage(mailedTo: "ann@example.com", isCodeRequired: isCodeRequired),
      configuration: configuration, embedded: action,
      secrets: PageSecrets(random: SecureRandom.bytes))
  }

  /// The address that a mailed link of the flow leads to in the end.
  package var goodLink: String { continueURL + "?mode=signIn&oobCode=good-code&apiKey=key&lang=en" }
}

extension Browser {
  /// Goes where the mailed link leads, from a page of the mail's reader, and sends what it gets there.
  /// The answer comes when the command is done.
  package func open(_ link: String, of server: PageServer) -> Connection? {
    guard let page = send(visit(link, from: "cross-site")), page.status == 200, let connection = connection()
    else { return nil }
    connection.send(post(page.fields, to: server, cookie: page.cookie).text)
    return connection
  }
}

/// Answers requests with what a closure says.
package struct ActionStub: HTTPHandler {
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  package init(answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.answer = answer }

  package func respond(to request: HTTPRequest) -> HTTPResponse { answer(request) }
}
