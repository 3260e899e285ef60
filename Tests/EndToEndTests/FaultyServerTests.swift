import LibC
import TestSupport
import Testing

/// A server that misbehaves: exit status 69, or 75 where time ran out, with the state as it was and nothing sent elsewhere.
@Suite struct FaultyServerTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int32
    let serve: @Sendable (Connection) -> Void

    init(_ name: String, status: Int32 = 69, _ serve: @escaping @Sendable (Connection) -> Void) {
      testDescription = name
      self.status = status
      self.serve = serve
    }

    /// A whole request is read, and `answer` sent.
    init(_ name: String, answer: String) {
      self.init(name) { connection in
        _ = connection.receive()
        connection.send(answer)
      }
    }

    init(_ name: String, _ status: String, type: String = "text/html", body: String) {
      self.init(
        name,
        answer:
          "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }

  private static let page = "<!DOCTYPE html><title>Sign in to the network</title>"
  private static let faults = [
    Fault("says nothing", status: 75) { connection in while !connection.receive().isEmpty {} },
    Fault("drips", status: 75) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      while connection.send(" ") { usleep(100_000) }
    },
    Fault("hangs up at once") { _ in },
    Fault("hangs up on the request") { _ = $0.receive() },
    Fault("cut off in the head", answer: "HTTP/1.1 200 OK\r\nContent-Ty"),
    Fault("cut off in the body", answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"sessionInfo\""),
    Fault("cut off in a chunk", answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{\"ses"),
    Fault("no HTTP", answer: "SSH-2.0-OpenSSH_9.2p1\r\n"),
    Fault("a page", "200 OK", body: page), Fault("a page of an error", "502 Bad Gateway", body: page),
    Fault("nothing in JSON", "200 OK", type: "application/json", body: "{}"),
    Fault("other JSON", "200 OK", type: "application/json", body: #"["sessionInfo"]"#),
    Fault("half of JSON", "200 OK", type: "application/json", body: #"{"sessionInfo": "#),
    Fault("an empty answer", "200 OK", type: "application/json", body: ""),
    Fault("a deep answer", "200 OK", type: "application/json", body: String(repeating: "[", count: 100_000)),
    Fault("500", "500 Internal Server Error", type: "application/json", body: #"{"error":{"code":500}}"#),
    Fault("10 MB") { connection in
      _ = connection.receive()
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\"")
      let megabyte = [UInt8](repeating: 0x41, count: 1 << 20)
      for _ in 0..<10 where !connection.send(megabyte) { return }
    },
  ]
  private static let commands = [
    ["verify-phone", "+16505550123", "--json"], ["confirm-code", "654321"], ["token"],
    ["local", "outbox"],
  ]

  @Test(arguments: faults) func theCommandFailsAndTheStateStays(fault: Fault) throws {
    let server = LoopbackServer(fault.serve)
    let usher = try Usher.signedIn(at: server.url)
    try expectFailure(fault.status, of: Self.commands, by: usher)
    #expect(server.connections >= Self.commands.count)
  }

  @Test func nobodyAnswers() throws {
    let port = LoopbackServer { _ in }.port
    while Connection(toPort: port) != nil { usleep(500) }
    let usher = try Usher.signedIn(at: "http://127.0.0.1:\(port)")
    try expectFailure(69, of: Self.commands, by: usher)
  }

  @Test func aNameThatNobodyHas() throws {
    let usher = Usher().at("https://no-such-host.invalid")
    var launch = usher.launch("verify-phone", "+16505550123", "-P", "demo", "--json")
    launch.environment["USHER_API_KEY"] = "k"
    #expect(launch.run().status == 69)
  }

  @Test(arguments: ["301", "302", "303", "307", "308"]) func redirectsAreNotFollowed(status: String) throws {
    let elsewhere = LoopbackServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
    let server = LoopbackServer { [url = elsewhere.url] connection in
      _ = connection.receive()
      connection.send("HTTP/1.1 \(status) Moved\r\nLocation: \(url)/\r\nContent-Length: 0\r\n\r\n")
    }
    try expectFailure(69, of: Self.commands, by: try Usher.signedIn(at: server.url))
    #expect(elsewhere.connections == 0)
  }

  @Test func proxiesAreNotUsedForLoopback() throws {
    let proxy = LoopbackServer { _ in }
    let server = try Server(Usher(), "--policy-set", "unsigned-tokens=false")
    var usher = Usher().at(server.url)
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      usher.environment[name] = proxy.url
    }
    try usher.signIn()
    #expect(usher.run("token", "--refresh", "--verify", "--proxy", proxy.url).status == 0)
    #expect(proxy.connections == 0)
  }

  @Test func aSessionIsNotSentToAnotherEndpoint() throws {
    let other = EchoServer()
    let server = try Server(Usher())
    let usher = Usher().at(server.url)
    try usher.signIn()
    usher.makeTokensRunOut()
    for words in [["token"], ["token", "--refresh"], ["whoami"], ["verify-phone", "--reauth"]] {
      #expect(usher.run(words + ["--endpoint", other.url]).status == 4)
      #expect(usher.at(other.url).run(words).status == 4)
      #expect(usher.run(words + ["--project", "demo-other"]).status == 4)
    }
    usher.run("session", "export", usher.home.path + "/exported")
    for words in [["session", "import", usher.home.path + "/exported"], ["token"]] {
      var elsewhere = usher.at(other.url)
      if words == ["token"] { elsewhere.environment["USHER_SESSION_FILE"] = usher.home.path + "/exported" }
      #expect(elsewhere.run(words).status != 0)
    }
    // All that it is asked is which project it serves.
    for request in other.requests {
      #expect(request.target == "/?key=fake-api-key")
      #expect(request.header("Authorization") == nil && request.body == "")
    }
  }

  /// Each command with a second for its requests if its time is to run out, and otherwise with more than it needs.
  private func expectFailure(_ status: Int32, of commands: [[String]], by usher: Usher) throws {
    let state = try #require(usher.home.text(of: "config/state.json"))
    let secrets = state.matches(of: /"(?:id|refresh)_token": "([^"]*)"/).map { String($0.output.1) }
    #expect(secrets.count == 2)
    for words in commands {
      let ending = usher.run(words + ["--timeout", status == 75 ? "1s" : "1h"])
      #expect(ending.status == status, "\(words): \(ending.errors)")
      #expect(ending.output == "")
      #expect(!secrets.contains { ending.errors.firstRange(of: $0) != nil }, "\(words)")
      #expect(usher.home.text(of: "config/state.json") == state, "\(words)")
    }
  }
}

extension Usher {
  /// With a session whose token has run out and a pending step, both at `url`, whatever is there.
  fileprivate static func signedIn(at url: String) throws -> Usher {
    let usher = Usher().at(url)
    usher.home.write("", to: "code")
    let prepared = try preparedState.get()
    mkdir(usher.folder, 0o700)
    usher.home.write(prepared.replacing("http://127.0.0.1:1", with: url), to: "config/state.json")
    usher.makeTokensRunOut()
    return usher
  }

  /// The state of somebody who signed in at `http://127.0.0.1:1`.
  private static let preparedState = Result {
    let server = try Server(Usher())
    let usher = Usher().at(server.url)
    try usher.signIn()
    usher.run("verify-phone", "+16505550124", "--json")
    return try #require(usher.home.text(of: "config/state.json"))
      .replacing(server.url, with: "http://127.0.0.1:1")
  }
}
