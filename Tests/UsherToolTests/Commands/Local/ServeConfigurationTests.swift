import CommandKit
import Essentials
import HTTPListener
import TestSupport
import Testing

@testable import UsherTool

struct ServeConfigurationTests {
  private func read(_ text: String, as file: String = "/srv/app/serve.json") throws -> ServeConfiguration {
    try ServeConfiguration(Data(text.utf8), of: file)
  }

  @Test func optionsStandUnderTheirNames() throws {
    let configuration = try read(
      """
      {"port": 0, "host": "127.0.0.2", "allow-host": ["auth", "*.test"], "trust-network": true, "data": "auth.db",
       "policy": "strict", "policy-set": {"unsigned-tokens": false, "back-off": "90s", "tries-per-code": 9},
       "unsigned-tokens": false, "owner-token-file": "/run/owner", "project": "demo-x"}
      """)
    let serve = configuration.options
    #expect(serve.port == 0)
    #expect(serve.host == "127.0.0.2")
    #expect(serve.allowedHosts == ["auth", "*.test"])
    #expect(serve.trustNetwork)
    #expect(serve.data == "/srv/app/auth.db")
    #expect(serve.policy == .strict)
    #expect(Set(serve.settings) == ["unsigned-tokens=false", "back-off=90s", "tries-per-code=9"])
    #expect(!serve.unsignedTokens)
    #expect(serve.ownerTokenFile == "/run/owner")
    #expect(configuration.project == "demo-x")
    #expect(try read(#"{"data":":memory:"}"#).options.data == ":memory:")
    #expect(try read(#"{"data":"auth.db"}"#, as: "serve.json").options.data == "auth.db")
    let folders = Serve().over(try read(#"{"import":"saved","export-on-exit":"/srv/saved"}"#).options)
    #expect(folders.importFolder == "/srv/app/saved")
    #expect(folders.exportFolder == .folder("/srv/saved"))
    #expect(try read(#"{"export-on-exit":true}"#).options.exportFolder == .importFolder)
    #expect(try read(#"{"export-on-exit":false}"#).options.exportFolder == nil)
  }

  @Test func aFirebaseFileSaysWhereTheEmulatorListens() throws {
    let configuration = try read(
      """
      {"hosting": {"public": "dist"}, "emulators": {"auth": {"host": "localhost", "port": 9199},
       "firestore": {"port": 8080}, "singleProjectMode": true}, "usher": {"policy": "strict"}}
      """)
    #expect(configuration.options.host == "127.0.0.1")
    #expect(configuration.options.port == 9199)
    #expect(configuration.options.policy == .strict)
    #expect(!configuration.lacksEmulator)
  }

  @Test(arguments: [#"{"emulators":{}}"#, #"{"emulators":{"auth":null}}"#, #"{"hosting":{}}"#, "{}"])
  func aFirebaseFileWithoutTheEmulatorIsSaidToBeOne(text: String) throws {
    let configuration = try read(text, as: "app/firebase.json")
    #expect(configuration.options.port == nil)
    #expect(configuration.lacksEmulator == (text != #"{"emulators":{"auth":null}}"#))
    let tool = ToolHarness()
    tool.folder.write(#"{"hosting":{}}"#, to: "firebase.json")
    let file = tool.folder.path(of: "firebase.json")
    #expect(
      tool.run("serve", "--print-policy", "--config", file).errors
        == "\(file) has no emulators.auth: the address is usher's own unless it is given\n")
  }

  @Test func theCommandLineWins() throws {
    var given = Serve()
    given.port = 1
    given.settings = ["back-off=2s"]
    given.config = "serve.json"
    let standing = try read(
      #"{"port":9,"host":"127.0.0.2","policy-set":["back-off=1s"],"allow-host":"auth"}"#)
    let serve = given.over(standing.options)
    #expect(serve.port == 1)
    #expect(serve.host == "127.0.0.2")
    #expect(serve.settings == ["back-off=1s", "back-off=2s"])
    #expect(serve.allowedHosts == ["auth"])
    #expect(serve.config == nil)
  }

  @Test(arguments: [
    ("[]", "it is not a JSON object"), ("{", "it is not a JSON object"),
    (#"{"prot":1}"#, "there is no option called prot"),
    (#"{"config":"x"}"#, "there is no option called config"),
    (#"{"command":"x"}"#, "there is no option called command"),
    (#"{"export-on-exit":""}"#, "export-on-exit must be a folder's name"),
    (#"{"port":"x"}"#, "port must be a whole number"), (#"{"port":[1]}"#, "port must be a text or a number"),
    (#"{"trust-network":"yes"}"#, "trust-network must be true or false"),
    (#"{"policy":"lax"}"#, "policy must be emulator or strict"),
    (#"{"project":1}"#, "project must be a project's id"),
    (#"{"emulators":{},"usher":1}"#, "usher is not an object"),
  ])
  func whatIsWrongIsSaid(text: String, reason: String) {
    #expect(
      throws: Diagnosis(
        .badConfig, "/srv/app/serve.json: \(reason)",
        hint: .init("see the names, which are those of the options", ["usher", "serve", "--help"]))
    ) { try read(text) }
  }

  @Test func theFileIsReadBeforeTheServerStarts() {
    let tool = ToolHarness()
    tool.folder.write(#"{"policy-set":{"back-off":"90s"}}"#, to: "serve.json")
    let file = tool.folder.path + "/serve.json"
    #expect(tool.run("serve", "--print-policy", "--config", file).output.contains("back-off=90s "))
    #expect(
      tool.run("serve", "--print-policy", "--config", file, "--policy-set", "back-off=2m").output.contains(
        "back-off=2m "))
    #expect(tool.run("serve", "--config", file + "x").status == 65)
    tool.folder.write(#"{"host":"0.0.0.0"}"#, to: "open.json")
    #expect(tool.run("serve", "--config", tool.folder.path + "/open.json").status == 64)
  }

  @Test func aTrustedNetworkIsAPrivateOne() throws {
    var serve = Serve()
    #expect(try serve.listenerConfiguration().admits == nil)
    (serve.host, serve.trustNetwork) = ("0.0.0.0", true)
    let admits = try #require(try serve.listenerConfiguration().admits)
    let near = ["127.0.0.1", "172.18.0.2", "169.254.1.1", "::1", "fd00::1", "fe80::1"]
    #expect((near + ["8.8.8.8", "203.0.113.7", "2001:db8::1", ""]).filter(admits) == near)
  }
}
