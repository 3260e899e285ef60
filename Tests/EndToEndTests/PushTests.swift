import Essentials
import IdentityToolkit
import LibC
import Synchronization
import Testing

/// Pushes from `serve` to a listener on loopback, and an SMS that needs one.
@Suite struct PushTests {
  private let usher = Usher()

  @Test func theToolIsADeviceOfItsOwn() throws {
    let server = try Server(usher, "--policy", "strict")
    let tool = usher.at(server.url)
    func credential() throws -> JSONValue? {
      let state = try JSONValue(text: FolderContent(of: usher.folder)["state.json"] ?? "")
      return state["profiles", "default"]?["bindings"]?.array?.first?["app_credentials"]?["credential"]
    }
    #expect(tool.run("verify-phone", "+16505550123", "--json").status == 0)
    let first = try #require(try credential())
    #expect(tool.run("verify-phone", "+16505550124", "--json").status == 0)
    #expect(try credential() == first)
    // A server that knows nothing of it any more gets another.
    #expect(tool.run("local", "reset", "--yes").status == 0)
    #expect(tool.run("verify-phone", "+16505550125", "--json").status == 0)
    #expect(try credential() != first)
    #expect(server.stop() == .gracefully(server))
  }

  @Test func aPushReachesItsListenerAndVerifiesTheApp() throws {
    let requests = Mutex<[String]>([])
    let listener = LoopbackServer { connection in
      var text = ""
      while !text.contains("}}") {
        let chunk = connection.receive()
        if chunk.isEmpty { break }
        text += String(decoding: chunk, as: UTF8.self)
      }
      // The answer must not matter, and a redirect must lead nowhere.
      connection.send("HTTP/1.1 307 Go\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
      requests.withLock { $0.append(text) }
    }
    let server = try Server(usher, "--policy", "strict")
    let device = try #require(LoopbackDevice(port: listener.port, secret: Array(1...16)))
    let v1 = server.url + "/identitytoolkit.googleapis.com/v1/accounts:"
    let asked = usher.script(
      """
      ask() { curl -s -H 'Content-Type: application/json' "\(v1)$1?key=k" -d "$2"; }
      ask sendVerificationCode '{"phoneNumber":"+16505550123"}' | jq -r .error.message
      ask verifyIosClient '{"appToken":"\(device.appToken)"}' | jq -r .receipt
      """)
    let lines = asked.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "MISSING_CLIENT_IDENTIFIER")
    for _ in 1...3_600_000 where requests.withLock({ $0.isEmpty }) { usleep(1000) }
    let request = try #require(requests.withLock { $0.first })
    #expect(request.hasPrefix("POST \(device.path) HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n"))
    let body = try JSONValue(
      text: String(request[try #require(request.firstRange(of: "\r\n\r\n")).upperBound...]))
    let push = try #require(VerificationPush(notification: body))
    #expect(push.receipt == lines.last)
    let sent = usher.script(
      """
      curl -s -H 'Content-Type: application/json' "\(v1)sendVerificationCode?key=k" \\
        -d '{"phoneNumber":"+16505550123","iosReceipt":"\(push.receipt)","iosSecret":"\(push.secret)"}' |
        jq -r '.sessionInfo | length'
      """)
    #expect(sent.line == "43")
    #expect(listener.connections == 1)
    #expect(server.stop() == .gracefully(server))
  }
}
