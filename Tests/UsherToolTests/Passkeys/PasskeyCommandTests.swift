import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import SecurityKeys
import TestSupport
import Testing
import UsherTool

@Suite struct PasskeyCommandTests {
  private let tool = ToolHarness()
  private var keyFile: String { tool.folder.path + "/key.json" }

  init() {
    tool.run("signup", "--email", "kim@example.com", "--password-stdin", input: "a long horse")
  }

  // MARK: Key files

  @Test func aKeyFileSignsIn() throws {
    let enrolled = tool.run("passkey", "enroll", "--key-file", keyFile, "--name", "ci", "--json")
    #expect(enrolled.status == 0)
    #expect(enrolled.json?["passkey"]?["name"] == "ci")
    let uid = enrolled.json?["account"]?["uid"]
    var status = stat()
    #expect(stat(keyFile, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    tool.run("signout")
    let signedIn = tool.run("signin", "passkey", "--key-file", keyFile, "--json")
    #expect(signedIn.status == 0)
    #expect(signedIn.json?["account"]?["uid"] == uid)
    #expect(signedIn.json?["session"]?["sign_in_provider"] == "passkey")
    #expect(tool.run("reauth", "passkey", "--key-file", keyFile).status == 0)
    let list = tool.run("passkey", "list", "--json").json?["passkeys"]
    #expect(list == [["id": enrolled.json?["passkey"]?["id"] ?? .null, "name": "ci"]])
  }

  @Test func aRefusedEnrollmentLeavesNoFile() {
    tool.run("signout")
    #expect(tool.run("passkey", "enroll", "--key-file", keyFile).status == 4)
    #expect(access(keyFile, F_OK) != 0)
    tool.folder.write("mine", to: "key.json")
    tool.run("signin", "password", "kim@example.com", "--password-stdin", input: "a long horse")
    let existing = tool.run("passkey", "enroll", "--key-file", keyFile)
    #expect(existing.status == 73)
    #expect(tool.folder.text(of: "key.json") == "mine")
    #expect(tool.run("passkey", "list", "--json").json?["passkeys"] == [])
  }

  @Test func aFileWithoutAPasskeyIsRefused() {
    tool.folder.write("{}", to: "key.json")
    let refused = tool.run("signin", "passkey", "--key-file", keyFile, "--json")
    #expect(refused.status == 65)
    #expect(refused.json?["error"]?["code"] == "usher/bad-passkey")
    #expect(tool.run("signin", "passkey", "--key-file", tool.folder.path + "/none").status == 65)
    #expect(tool.run("passkey", "enroll", "--key-file", "-").status == 64)
  }

  @Test(arguments: [(0o644, "read"), (0o620, "change"), (0o602, "change")] as [(mode_t, String)])
  func aKeyFileThatOthersGetAtIsAWarning(mode: mode_t, what: String) {
    tool.run("passkey", "enroll", "--key-file", keyFile)
    let signIn = ["signin", "passkey", "--key-file", keyFile, "--json"]
    #expect(tool.run(signIn).json?["warnings"] == [])
    chmod(keyFile, mode)
    let outcome = tool.run(signIn)
    #expect(outcome.status == 0)
    let warning =
      "\(keyFile) contains a secret, and others may \(what) it; make it yours alone: chmod 600 \(keyFile)"
    #expect(outcome.json?["warnings"]?.array?.map(\.string) == [warning])
  }

  /// The same holds for the file that a variable names, and for every option that names a secret's file.
  @Test func everyFileWithASecretIsWarnedOf() {
    tool.folder.write("another horse\n", to: "new", mode: 0o644)
    let update = tool.run(
      "account", "update", "--password-file", tool.folder.path(of: "new"), "--json")
    #expect(update.status == 0 && update.json?["warnings"]?.array?.count == 1, "\(update)")
    let session = tool.folder.path(of: "session")
    tool.run("session", "export", session)
    tool.environment["USHER_SESSION_FILE"] = session
    #expect(tool.run("whoami", "--json").json?["warnings"] == [])
    chmod(session, 0o640)
    #expect(
      tool.run("whoami").errors.hasPrefix("warning: \(session) contains a secret, and others may read it\n"))
    tool.environment["USHER_SESSION_FILE"] = nil
    let password = tool.folder.path(of: "new")
    tool.environment["USHER_PASSWORD_FILE"] = password
    #expect(
      tool.run("signup", "--email", "lee@example.com", "--as", "lee").errors.hasPrefix(
        "warning: \(password) contains a secret, and others may read it\n"))
  }

  @Test(arguments: ["project", "endpoint", "rp_id"]) func aLongTextInAKeyFileIsShortened(member: String)
    throws
  {
    tool.run("passkey", "enroll", "--key-file", keyFile)
    let text = try #require(tool.folder.text(of: "key.json"))
    var file = try #require(JSONValue(json: text))
    file[member] = .string(String(repeating: "x", count: 100_000))
    tool.folder.write(file.text, to: "key.json")
    let refused = tool.run("signin", "passkey", "--key-file", keyFile)
    #expect(refused.status == 66)
    #expect(refused.errors.contains(String(repeating: "x", count: 512) + "…"))
    #expect(refused.errors.utf8.count < 1024)
  }

  @Test func aPasskeyOfAnotherWebsiteIsNamed() throws {
    tool.run("passkey", "enroll", "--key-file", keyFile)
    let text = try #require(tool.folder.text(of: "key.json"))
    tool.folder.write(text.replacing("\"localhost\"", with: "\"example.com\""), to: "key.json")
    let refused = tool.run("signin", "passkey", "--key-file", keyFile)
    #expect(refused.status == 66)
    #expect(
      refused.errors.hasPrefix(
        "error: the passkey in the key file is for example.com, and the project's passkeys are for localhost\n"
      ))
  }

  /// Whether the server enrolled the passkey is not known then.
  @Test func aLostAnswerLeavesTheKey() throws {
    let server = IdentityToolkitServer(
      store: try Store(at: .memory), project: "demo-usher", policy: .strict,
      clock: { [clock = tool.clock] in clock.now },
      random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
    tool.network = ServedTransport(server: server)
    tool.run("signup", "--email", "kim@example.com", "--password-stdin", input: "a long horse")
    tool.network = LosingTransport(server: ServedTransport(server: server))
    let lost = tool.run("passkey", "enroll", "--key-file", keyFile, "--json")
    #expect(lost.status == 69)
    #expect(lost.json?["error"]?["next_step"]?["argv"] == ["usher", "passkey", "list"], "\(lost)")
    tool.network = ServedTransport(server: server)
    #expect(tool.run("passkey", "list", "--json").json?["passkeys"]?.array?.count == 1)
    #expect(tool.run("signin", "passkey", "--key-file", keyFile).status == 0)
  }

  /// Another server could pass on the challenge of the right one.
  @Test func aKeyFileIsForItsOwnProject() throws {
    tool.run("passkey", "enroll", "--key-file", keyFile)
    let other = tool.run(
      "signin", "passkey", "--key-file", keyFile, "--endpoint", "local", "--project", "demo-other",
      "--json")
    #expect(other.status == 66)
    #expect(other.json?["error"]?["code"] == "usher/no-authenticator")
    let text = try #require(tool.folder.text(of: "key.json"))
    tool.folder.write(text.replacing("\"local\"", with: "\"production\""), to: "key.json")
    #expect(tool.run("signin", "passkey", "--key-file", keyFile).status == 66)
  }

  @Test func aRemovedPasskeySignsInNoMore() {
    tool.run("passkey", "enroll", "--key-file", keyFile, "--name", "ci")
    #expect(tool.run("passkey", "remove").status == 64)
    let unknown = tool.run("passkey", "remove", "phone", "--json")
    #expect(unknown.json?["error"]?["code"] == "usher/no-such-passkey")
    #expect(tool.run("passkey", "remove", "ci").status == 64)
    #expect(tool.run("passkey", "remove", "ci", "--yes").status == 0)
    let refused = tool.run("signin", "passkey", "--key-file", keyFile, "--json")
    #expect(refused.status == 5)
    #expect(refused.json?["error"]?["server_code"] == "PASSKEY_ENROLLMENT_NOT_FOUND")
    // The session stays.
    #expect(tool.run("whoami").status == 0)
    #expect(tool.run("passkey", "remove", "ci", "--yes").status == 65)
  }

  // MARK: Choosing an authenticator

  @Test func withoutATerminalAnAuthenticatorIsNamed() {
    let refused = tool.run("signin", "passkey", "--json")
    #expect(refused.status == 66)
    #expect(refused.json?["error"]?["code"] == "usher/no-authenticator")
    #expect(refused.json?["error"]?["hint"]?.string?.contains("--key-file") == true)
    #expect(tool.run("reauth", "passkey").status == 66)
    #expect(tool.run("passkey", "enroll").status == 66)
  }

  @Test(arguments: [
    ["--key-file", "k", "--security-key"], ["--browser", "--key-file", "k"], ["--browser", "--security-key"],
    ["--origin", "https://example.com"], ["--key-file", "k", "--no-browser"],
    ["--key-file", "k", "--origin", "example.com"],
  ])
  func optionsMayNotContradictEachOther(options: [String]) {
    #expect(tool.run(["signin", "passkey"] + options).status == 64)
    #expect(tool.run(["passkey", "enroll"] + options).status == 64)
  }

  /// Its own reauthentication needs a key file in a script.
  @Test func reauthNamesTheKeyFile() {
    tool.run("passkey", "enroll", "--key-file", keyFile)
    tool.run("signin", "passkey", "--key-file", keyFile)
    let refused = tool.run("reauth")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("usher reauth passkey --key-file FILE"))
  }

  // MARK: Security keys

  @Test func aSecurityKeySignsIn() throws {
    let key = SecurityKeyFake()
    tool.securityKeys = key.ports
    let enrolled = tool.run("passkey", "enroll", "--security-key", "--json")
    #expect(enrolled.status == 0)
    #expect(enrolled.json?["passkey"]?["name"] == "Security key")
    #expect(enrolled.errors.contains("Touch the security key."))
    tool.run("signout")
    let signedIn = tool.run("signin", "passkey", "--security-key", "--json")
    #expect(signedIn.status == 0)
    #expect(signedIn.json?["account"]?["uid"] == enrolled.json?["account"]?["uid"])
    let twice = tool.run("passkey", "enroll", "--security-key", "--json")
    #expect(twice.status == 9)
    #expect(twice.lastJSON?["error"]?["server_code"] == "PASSKEY_EXISTS")
    key.isRefusing = true
    let refused = tool.run("signin", "passkey", "--security-key", "--json")
    #expect(refused.status == 5)
    #expect(refused.lastJSON?["error"]?["code"] == "auth/user-cancelled")
    #expect(tool.run("whoami").status == 0)
  }

  @Test func withoutASecurityKeyNothingIsDone() {
    tool.securityKeys = .init(connected: { [] }, open: { _ throws(SecurityKeyError) in throw .noDevice })
    let none = tool.run("signin", "passkey", "--security-key", "--json")
    #expect(none.status == 66)
    #expect(none.json?["error"]?["code"] == "usher/no-authenticator")
    tool.securityKeys = .init(
      connected: { () throws(SecurityKeyError) in throw .libraryMissing },
      open: { _ throws(SecurityKeyError) in throw .libraryMissing })
    #expect(
      tool.run("signin", "passkey", "--security-key", "--json").json?["error"]?["code"]
        == "usher/library-missing")
  }
}

/// Loses the answer to the end of an enrollment.
private struct LosingTransport: HTTPTransport {
  let server: ServedTransport

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let response = try server.send(request)
    if request.path.hasSuffix("passkeyEnrollment:finalize") { throw .cutOff }
    return response
  }
}

extension ToolHarness.Outcome {
  /// The error object after what was said to the person.
  fileprivate var lastJSON: JSONValue? {
    errors.split(separator: "\n").last.flatMap { JSONValue(json: String($0)) }
  }
}
