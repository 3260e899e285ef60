import Flows
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// What variables, arguments and the home folder may do, and what they may not.
@Suite struct EnvironmentTests {
  private let usher = Usher()

  private func status(_ words: String..., where variables: [String: String?]) -> Int32 {
    status(words, where: variables)
  }

  private func status(_ words: [String], where variables: [String: String?]) -> Int32 {
    var usher = usher
    for (name, value) in variables { usher.environment[name] = value }
    let ending = usher.run(words)
    #expect(ending.status == 0 || ending.output == "")
    return ending.status
  }

  @Test(arguments: [
    "USHER_API_KEY", "USHER_PROJECT", "USHER_ENDPOINT", "USHER_CONFIG_DIR", "USHER_SESSION", "USHER_OUTPUT",
    "USHER_ID_TOKEN", "USHER_REFRESH_TOKEN", "USHER_ANYTHING", "FIREBASE_AUTH_EMULATOR_HOST",
  ]) func aVariableThatIsEmptyIsAnAccident(name: String) {
    #expect(status("verify-phone", "+16505553434", where: [name: ""]) == 78)
    #expect(status("status", where: [name: ""]) == 78)
  }

  @Test func continuousIntegrationHasToNameTheEndpoint() {
    #expect(status("verify-phone", "+16505553434", where: ["CI": "true"]) == 78)
    #expect(status("whoami", where: ["CI": "1"]) == 78)
    #expect(status("verify-phone", "+16505553434", "--endpoint", "local", where: ["CI": "true"]) == 0)
    #expect(status("verify-phone", "+16505553434", where: ["CI": "true", "USHER_ENDPOINT": "local"]) == 0)
    #expect(status("verify-phone", "+16505553434", where: ["CI": ""]) == 0)
    #expect(status("version", where: ["CI": "true"]) == 0)
  }

  @Test func aProjectAloneIsNoPlace() {
    #expect(status("verify-phone", "+16505553434", where: ["USHER_PROJECT": "demo-x"]) == 78)
    #expect(status("verify-phone", "+16505553434", "-P", "acme", "--endpoint", "local", where: [:]) == 78)
    #expect(status("verify-phone", "+16505553434", where: ["USHER_API_KEY": "k"]) == 78)
    #expect(status("verify-phone", "+16505553434", "--endpoint", "production", where: [:]) == 78)
  }

  @Test(arguments: [
    "nowhere", "ftp://127.0.0.1", "http://", "http://a b", "//x", "http://u:p@127.0.0.1:9",
    "http://127.0.0.1:99999",
  ])
  func whatIsNoServersURLIsRefused(url: String) {
    #expect(status("verify-phone", "+16505553434", "--endpoint", url, where: [:]) == 64)
    #expect(status("verify-phone", "+16505553434", where: ["USHER_ENDPOINT": url]) == 78)
  }

  @Test func argumentsThatAreNotTextAreRefused() {
    for words in [
      #""$bad""#, #"whoami --as "$bad""#, #"confirm-code "$bad""#, #"session export "$bad""#,
      #"serve --port 0 -- true "$bad""#,
    ] {
      let ending = usher.script(#"bad=$(printf 'a\377b'); usher \#(words)"#)
      #expect(ending.status == 64, "\(words)")
      #expect(ending.output == "")
    }
  }

  @Test func withoutAHomeTheStateHasNoPlace() {
    let homeless: [String: String?] = ["HOME": nil, "USHER_CONFIG_DIR": nil]
    #expect(status("verify-phone", "+16505553434", where: homeless) == 78)
    #expect(status("whoami", where: homeless) == 78)
    #expect(status("whoami", where: ["HOME": "relative", "USHER_CONFIG_DIR": nil]) == 78)
    #expect(status("version", where: homeless) == 0)
    #expect(status("help", where: homeless) == 0)
    #expect(status("verify-phone", "+16505553434", where: ["HOME": nil]) == 0)
  }

  @Test func aHomeThatIsAFileHoldsNoState() {
    usher.home.write("", to: "file")
    let file: [String: String?] = ["HOME": usher.home.path(of: "file"), "USHER_CONFIG_DIR": nil]
    for words in [["verify-phone", "+16505553434"], ["whoami"], ["signin", "anonymous", "--no-store"]] {
      #expect(status(words, where: file) == 73, "\(words)")
    }
    #expect(status("version", where: file) == 0)
    #expect(usher.home.text(of: "file") == "")
  }

  @Test func aRelativeXDGFolderIsIgnored() throws {
    var other = usher
    other.environment["USHER_CONFIG_DIR"] = nil
    let ending = other.script(
      """
      mkdir here && cd here
      export XDG_CONFIG_HOME=config XDG_DATA_HOME=./data XDG_STATE_HOME=state
      usher verify-phone +16505553434 --code-command 'echo 654321' --field account.phone
      ls -A
      """)
    #expect(ending.output == "+16505553434\n")
    #expect(usher.home.names(in: ".config/usher").contains("state.json"))
    #expect(usher.home.names(in: ".local/share/usher").contains("local.db"))
  }

  @Test(arguments: ["0", "1", "20", "500", "99999999999999999999", "-3", "wide"]) func anyWidthWill(
    columns: String
  ) {
    var other = usher
    other.environment["COLUMNS"] = columns
    for words in [["help"], ["verify-phone", "--help"], ["help", "environment"], ["mfa"], ["nonsense"]] {
      let (ending, usual) = (other.run(words), usher.run(words))
      #expect(ending.status == usual.status)
      #expect(Self.words(ending) == Self.words(usual), "\(words)")
      #expect(ending.output.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(words)")
    }
  }

  /// What is said, however it is laid out.
  private static func words(_ ending: Ending) -> [Substring] {
    (ending.output + ending.errors).split(whereSeparator: \.isWhitespace)
  }

  @Test func withoutAnyVariableItStillRuns() {
    var bare = usher
    bare.environment = ["USHER_CONFIG_DIR": usher.folder]
    #expect(bare.run("verify-phone", "+16505553434", "--json").status == 0)
  }

  @Test(arguments: ["C", "POSIX", "tr_TR.UTF-8", "ja_JP.eucJP", "xx_XX"]) func theLocaleChangesNoResult(
    locale: String
  ) throws {
    try usher.signIn()
    var other = usher
    other.environment["LC_ALL"] = locale
    #expect(other.run("whoami", "--json") == usher.run("whoami", "--json"))
    other.environment["TZ"] = "Asia/Kathmandu"
    #expect(other.run("status", "--json") == usher.run("status", "--json"))
  }

  @Test func aFewDescriptorsAreEnoughAndTooFewAreAnError() {
    for limit in 4...16 {
      let ending = usher.script("ulimit -n \(limit); exec usher verify-phone +16505553434 --json")
      #expect(
        [0, 73, 74, 77].contains(ending.status), "\(limit) descriptors: \(ending.status) \(ending.errors)")
      if ending.status != 0 { #expect(ending.output == "") }
    }
    #expect(usher.script("ulimit -n 64; exec usher verify-phone +16505553434 --json").status == 0)
  }
}
