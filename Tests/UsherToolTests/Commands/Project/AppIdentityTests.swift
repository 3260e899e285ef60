import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// What requests say about the app, and to whom.
struct AppIdentityTests {
  let tool = ToolHarness()

  init() {
    tool.network = TransportStub()
    tool.run("init", "-", "--name", "acme", input: AppFiles.web)
    for (setting, value) in [
      ("bundle-id", "com.example.acme"), ("android-package", "com.example.acme.android"),
      ("android-certificate", "0123456789ABCDEF0123456789ABCDEF01234567"),
      ("referer", "https://app.example.com/"), ("language", "es"),
    ] { tool.run("profile", "set", setting, value) }
  }

  private func requests(
    _ words: String..., number: String = "+16505553434", input: String = ""
  ) -> [HTTPRequest] {
    let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    tool.network = stub
    tool.run(["verify-phone", number, "--json"] + words, input: input)
    return stub.requests
  }

  private static let identity = [
    "X-Firebase-GMPID", "X-Ios-Bundle-Identifier", "X-Android-Package", "X-Android-Cert", "Referer",
    "X-Firebase-AppCheck", "X-Firebase-Locale",
  ]

  @Test func theProfilesEndpointGetsTheProfilesIdentity() {
    let sent = requests()
    #expect(sent.map(\.origin) == ["https://identitytoolkit.googleapis.com"])
    #expect(sent.map { $0.queryValue("key") } == ["AIzaSyWeb"])
    #expect(
      Self.identity.map { sent.first?.headers[$0] } == [
        "1:1234567890:web:cccc", "com.example.acme", "com.example.acme.android",
        "0123456789ABCDEF0123456789ABCDEF01234567", "https://app.example.com/", nil, "es",
      ])
    #expect(sent.first?.headers["X-Client-Version"] != nil)
  }

  @Test func noOtherEndpointGetsIt() {
    for (words, key) in [
      (["--endpoint", "http://127.0.0.1:9099"], "demo-usher"),
      (["--endpoint", "http://127.0.0.1:9099", "-p", "acme"], "acme-1234"),
    ] {
      let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
      tool.network = stub
      tool.run(["verify-phone", "+16505553434", "--json"] + words)
      #expect(stub.requests.map { $0.queryValue("key") } == [key])
      #expect(Self.identity.map { stub.requests.first?.headers[$0] } == Array(repeating: nil, count: 7))
    }
  }

  @Test func optionsAreStrongerThanTheProfile() {
    #expect(requests("--language", "fr").first?.headers["X-Firebase-Locale"] == "fr")
  }

  @Test func anAppCheckTokenComesFromAFileOrFromStandardInput() {
    tool.folder.write("a.b.c\n", to: "token")
    let fromFile = requests("--app-check-token-file", tool.folder.path + "/token")
    #expect(fromFile.map { $0.headers["X-Firebase-AppCheck"] } == ["a.b.c"])
    let fromInput = requests("--app-check-token-file", "-", number: "+16505550100", input: "d.e.f")
    #expect(fromInput.map { $0.headers["X-Firebase-AppCheck"] } == ["d.e.f"])
  }

  @Test(arguments: ["", "\n", "é"])
  func whatIsNoAppCheckTokenIsNotSent(_ text: String) {
    let stub = TransportStub()
    tool.network = stub
    let outcome = tool.run(
      "verify-phone", "+16505553434", "--app-check-token-file", "-", input: text)
    #expect(outcome == .init(65, errors: "error: standard input does not contain an App Check token\n"))
    #expect(stub.requests == [])
  }
}
