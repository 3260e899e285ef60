import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

/// Which project a command is about at a local server with an address.
struct ServedProjectTests {
  private static let address = "http://127.0.0.1:9099"

  let tool = ToolHarness()

  init() {
    tool.environment["USHER_ENDPOINT"] = Self.address
    // No hub of this machine says anything.
    tool.environment["TMPDIR"] = tool.folder.path
  }

  /// Has a server of this project's answer at the address.
  private func serve(_ project: String) throws {
    tool.network = EmbeddedTransport(
      IdentityToolkitServer(
        store: try Store(at: .memory), project: project, policy: .emulator,
        clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes, pause: { _ in },
        version: "0"))
  }

  /// Has something at the address that says this of itself, and nothing else.
  private func introduce(_ body: String) {
    tool.network = EmbeddedTransport(
      ClosureHandler { _ in HTTPResponse(status: 200, body: Data(body.utf8)) })
  }

  private var project: String? { tool.run("status", "--json").json?["project"]?.string }

  @Test func theServerIsNamedByItsAddress() throws {
    try serve("p1")
    #expect(
      tool.run("local", "reset", "--yes").output
        == "The server at \(Self.address) is empty again: no accounts, no messages, and the first settings.\n"
    )
  }

  @Test func atATerminalItsCodeIsShownAsTheEmbeddedServersIs() throws {
    try serve("p1")
    let terminal = ScriptedTerminal(answers: [.shownCode])
    #expect(tool.run("verify-phone", "+16505550121", terminal: terminal).status == 0)
  }

  @Test func aServerWithoutRoomOnItsDiskIsNotHealthy() throws {
    try serve("p1")
    #expect(tool.run("doctor").output.firstRange(of: "disk is full") == nil)
    let server = try #require(tool.network)
    tool.network = EmbeddedTransport(
      ClosureHandler { request in
        let status = #"{"authEmulator":{"ready":false},"usher":{"project":"p1"}}"#
        return request.path == "/"
          ? HTTPResponse(status: 200, body: Data(status.utf8))
          : (try? server.send(request)) ?? HTTPResponse(status: 500)
      })
    let outcome = tool.run("doctor")
    #expect(outcome.status == 69)
    #expect(outcome.output.firstRange(of: "the server's disk is full") != nil, "\(outcome)")
  }

  @Test func aTeamsServerElsewhereIsAskedAsWell() throws {
    tool.environment["USHER_ENDPOINT"] = "https://auth.example.com"
    try serve("team")
    #expect(tool.run("verify-phone", "+16505550121").status == 0)
    #expect(project == "team")
  }

  @Test func aProjectThatNobodyNamesIsTheOneThatIsServed() throws {
    try serve("p1")
    #expect(tool.run("verify-phone", "+16505550121").status == 0)
    #expect(tool.run("local", "outbox", "--latest", "--field", "to").output == "+16505550121\n")
    #expect(project == "p1")
    #expect(tool.run("confirm-code", tool.code(for: "+16505550121")).status == 0)
    let token = tool.run("token").output
    #expect(tool.run("token", "inspect", "-", "--field", "project", input: token).output == "p1\n")
    #expect(tool.run("local", "users", "list").lines.count == 1)
    try serve("p2")
    #expect(tool.run("local", "users", "list").output == "")
    #expect(tool.run("whoami", "--check").status == 4)
    // What only looks at what is saved asks nobody.
    #expect(project == "p1")
  }

  @Test func aServerThatIsDownIsStillTheOneLastUsed() throws {
    try serve("p1")
    tool.signIn()
    tool.clock.advance(60)
    try serve("p2")
    tool.signIn()
    tool.network = DownTransport()
    #expect(project == "p2")
    #expect(tool.run("token").status == 0)
    #expect(tool.run("signout").output.hasPrefix("Signed out +16505550123."))
    #expect(tool.run("whoami").status == 0)
    #expect(project == "p1")
  }

  @Test(arguments: [
    #"{"authEmulator":{"ready":true}}"#, #"{"usher":{"project":"../etc"}}"#, #"{"usher":{"project":""}}"#,
    #"{"usher":{"project":1}}"#, "[]", "",
  ])
  func aServerThatNamesNoneHasTheDemoProject(body: String) {
    introduce(body)
    #expect(project == "demo-usher")
  }

  /// The calls of a command with the API key are about the project that is named, so it is not told.
  @Test func oneThatIsNamedCountsAndIsSaidToBeAnother() throws {
    try serve("p1")
    let warning = "warning: \(Self.address) serves the project p1, not p2\n"
    #expect(
      tool.run("local", "outbox", "-P", "p2")
        == .init(0, errors: warning + "No messages for project p2.\n"))
    tool.environment["USHER_PROJECT"] = "p2"
    #expect(tool.run("verify-phone", "+16505550121", "--json").json?["warnings"] == [])
    tool.environment["USHER_PROJECT"] = "p1"
    #expect(tool.run("local", "users", "list") == .init(0, errors: "Project p1 has no accounts.\n"))
  }

  @Test func callsWithAKeyAreAboutTheProjectThatIsNamed() throws {
    try serve("p1")
    tool.environment["USHER_PROJECT"] = "p2"
    #expect(tool.run("verify-phone", "+16505550121").status == 0)
    #expect(tool.run("confirm-code", tool.code(for: "+16505550121")).status == 0)
    let token = tool.run("token").output
    #expect(tool.run("token", "inspect", "-", "--field", "project", input: token).output == "p2\n")
    #expect(tool.run("local", "users", "list").lines.count == 1)
    #expect(tool.run("local", "users", "list", "-P", "p1").output == "")
  }

  private static let hint = """

      Name the server's project with --project or USHER_PROJECT.
      Or unset USHER_API_KEY, and set USHER_OWNER_TOKEN to the server's.

    """

  @Test func nothingIsSentToAServerThatWouldBeAboutAnotherProject() throws {
    let asked = Asked()
    func end(
      _ number: String = "+16505550121", _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) -> ToolHarness.Outcome {
      tool.network = EmbeddedTransport(
        ClosureHandler { request in
          asked.add("\(request.method.rawValue) \(request.path)")
          return answer(request)
        })
      return tool.run("verify-phone", number)
    }
    tool.environment["USHER_PROJECT"] = "p2"
    // Firebase's emulator, which serves one project alone.
    let refusal = #"{"error":{"code":400,"message":"Multiple projectIds are not recommended."}}"#
    #expect(
      end { request in
        request.path == "/"
          ? HTTPResponse(status: 200, body: Data(#"{"authEmulator":{"ready":true}}"#.utf8))
          : HTTPResponse(status: 400, body: Data(refusal.utf8))
      } == .init(12, errors: "error: \(Self.address) serves another project, and not p2" + Self.hint))
    #expect(asked.all == ["GET /", "PATCH /emulator/v1/projects/p2/config"])
    // A server with an owner's token, and a key that names no project.
    let server = IdentityToolkitServer(
      store: try Store(at: .memory), project: "p1", policy: .emulator,
      clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes,
      ownerToken: "s3cret-of-the-owner",
      pause: { _ in }, version: "0")
    let respond: @Sendable (HTTPRequest) -> HTTPResponse = { request in
      (try? server.respond(to: request)) ?? HTTPResponse(status: 500)
    }
    let message = "error: \(Self.address) serves the project p1, not p2"
    #expect(end("+16505550121", respond) == .init(12, errors: message + Self.hint))
    tool.environment["USHER_OWNER_TOKEN"] = "s3cret-of-the-owner"
    #expect(end("+16505550121", respond).status == 0)
    asked.clear()
    tool.environment["USHER_API_KEY"] = "another-key"
    #expect(end("+16505550122", respond) == .init(12, errors: message + Self.hint))
    #expect(asked.all == ["GET /"])
  }

  /// Firebase's emulator takes the PATCH for any project, and creates the account in its own.
  @Test func theHubOfTheSuiteNamesTheProjectOfItsEmulator() throws {
    let asked = Asked()
    tool.network = EmbeddedTransport(
      ClosureHandler { request in
        asked.add("\(request.method.rawValue) \(request.path)")
        let body =
          switch request.path {
          case "/": #"{"authEmulator":{"ready":true}}"#
          case "/emulators": #"{"auth":{"name":"auth","host":"127.0.0.1","port":9099}}"#
          default: "{}"
          }
        return HTTPResponse(status: 200, body: Data(body.utf8))
      })
    func write(_ project: String) {
      tool.folder.write(
        #"{"version":"15.28.1","origins":["http://127.0.0.1:4400"]}"#, to: "hub-\(project).json")
    }
    write("demo-a")
    tool.run("local", "users", "list")
    #expect(asked.all.contains { $0.contains("/projects/demo-a/") }, "\(asked.all)")
    asked.clear()
    tool.environment["USHER_PROJECT"] = "demo-b"
    #expect(
      tool.run("signin", "anonymous")
        == .init(12, errors: "error: \(Self.address) serves the project demo-a, not demo-b" + Self.hint))
    #expect(asked.all == ["GET /", "GET /emulators"])
    // A file that a killed hub left leads to the same hub, so nothing is known.
    write("demo-b")
    asked.clear()
    #expect(tool.run("signin", "anonymous").status != 12)
    #expect(asked.all.contains("PATCH /emulator/v1/projects/demo-b/config"))
  }

  @Test func whoAsksNoServerDoesNotAskForTheProject() throws {
    try serve("p1")
    tool.signIn()
    tool.network = TransportStub()
    let asked = Mutex(0)
    withExtendedLifetime(asked) {
      tool.network = EmbeddedTransport(
        ClosureHandler { _ in
          asked.withLock { $0 += 1 }
          return HTTPResponse(status: 404)
        })
      #expect(tool.run("whoami").status == 0)
      #expect(tool.run("doctor", "--offline").output.contains("project p1"))
      #expect(asked.withLock { $0 } == 0)
    }
  }
}

private struct ClosureHandler: HTTPHandler {
  let answer: @Sendable (HTTPRequest) -> HTTPResponse

  init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
    self.answer = answer
  }

  func respond(to request: HTTPRequest) -> HTTPResponse { answer(request) }
}

private final class Asked: Sendable {
  private let requests = Mutex<[String]>([])
  var all: [String] { requests.withLock(\.self) }
  func add(_ request: String) { requests.withLock { $0.append(request) } }
  func clear() { requests.withLock { $0 = [] } }
}

private struct DownTransport: HTTPTransport {
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse { throw .connectionRefused }
}
