import AuthServer
import Essentials
import HTTP
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// What `serve` takes from the folder of a Firebase project that nobody named.
struct FirebaseFolderTests {
  private let tool = ToolHarness()

  private func write(_ text: String, to name: String = "firebase.json") {
    tool.folder.write(text, to: name)
  }

  private func find(
    from folder: String? = nil, _ environment: [String: String] = [:]
  ) throws -> FirebaseFolder {
    try #require(FirebaseFolder.find(from: folder ?? tool.folder.path, Environment(environment)))
  }

  private func line(_ folder: FirebaseFolder) -> String? {
    folder.line(takesPort: true, takesHost: true, takesProject: true)?.english
  }

  /// What a server says and gives to its program.
  private func served(_ words: String...) -> (errors: String, program: String?) {
    tool.environment["PATH"] = "/usr/bin:/bin"
    let script = #"echo "$USHER_PROJECT" > "# + tool.folder.path(of: "seen")
    let outcome = tool.run(["serve", "--port", "0"] + words + ["--", "sh", "-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (outcome.errors, tool.folder.text(of: "seen"))
  }

  @Test func portHostAndProjectAreTakenAndSaid() throws {
    write(
      """
      { // The emulators
        "emulators": {"auth": {"port": 9199 /* not 9099 */, "host": "localhost"}, "functions": {"port": 5002}},
        "auth": {"providers": {"anonymous": true, "emailPassword": false, "googleSignIn": {"supportEmail": "//"}}}
      }
      """)
    write(#"{"projects":{"default":"demo-app","staging":"demo-two"}} // aliases"#, to: ".firebaserc")
    let folder = try find()
    #expect(folder.port == 9199)
    #expect(folder.host == "127.0.0.1")
    #expect(folder.project == "demo-app")
    #expect(folder.functions?.origin.description == "http://127.0.0.1:5002")
    #expect(folder.providers == [.anonymous, .googleSignIn])
    #expect(folder.notices == [])
    #expect(
      line(folder) == "port 9199, host 127.0.0.1 and project demo-app from firebase.json and .firebaserc")
    #expect(
      folder.line(takesPort: false, takesHost: false, takesProject: true)
        == "project demo-app from .firebaserc")
    #expect(folder.line(takesPort: false, takesHost: false, takesProject: false) == nil)
    mkdir(tool.folder.path(of: "below"), 0o700)
    let below = try find(from: tool.folder.path(of: "below"))
    #expect(
      below.line(takesPort: true, takesHost: false, takesProject: false)
        == "port 9199 from firebase.json in \(tool.folder.path)")
  }

  @Test func aPortMayBeAString() throws {
    write(#"{"emulators": {"auth": {"port": "9199"}, "functions": {"port": "5002"}}}"#)
    let folder = try find()
    #expect(folder.port == 9199)
    #expect(folder.functions?.origin.description == "http://127.0.0.1:5002")
    #expect(folder.notices == [])
  }

  @Test func whatFirebaseUseChoseComesFirst() throws {
    write("{}")
    write(#"{"projects":{"default":"demo-app","staging":"demo-two"}}"#, to: ".firebaserc")
    let place = try #require(realpath(tool.folder.path, nil))
    defer { free(place) }
    for folder in ["kim", "kim/.config", "kim/.config/configstore"] { tool.folder.makeFolder(folder) }
    for (chosen, project) in [("staging", "demo-two"), ("demo-three", "demo-three")] {
      write(
        #"{"activeProjects":{"\#(String(cString: place))":"\#(chosen)"}}"#,
        to: "kim/.config/configstore/firebase-tools.json")
      let folder = try find(["HOME": tool.folder.path(of: "kim")])
      #expect(line(folder) == "project \(project) from firebase use")
      #expect(try find(["XDG_CONFIG_HOME": tool.folder.path(of: "kim/.config")]).project == project)
      #expect(try find(["HOME": "/nowhere"]).project == "demo-app")
    }
  }

  @Test(arguments: [
    (#"{"projects":{"staging":"demo-two"}}"#, "demo-two"),
    (#"{"projects":{"staging":"demo-two","live":"demo-three"}}"#, nil),
    (#"{"projects":{"default":""}}"#, nil), ("{}", nil),
  ])
  func oneAliasCountsUnderAnyName(aliases: String, project: String?) throws {
    write("{}")
    write(aliases, to: ".firebaserc")
    #expect(try find().project == project)
  }

  @Test func aRepositoryDoesNotWidenWhoIsTrusted() throws {
    write(
      """
      {"emulators": {"auth": {"host": "0.0.0.0", "port": "x"}, "functions": {"host": "10.0.0.1", "port": 5001}},
       "usher": {"trust-network": true, "data": "../auth.db"}}
      """)
    let folder = try find()
    #expect(folder.host == nil)
    #expect(folder.port == nil)
    #expect(folder.functions == nil)
    #expect(
      folder.notices == [
        "firebase.json: the port is ignored, because it is none",
        "firebase.json: the host is ignored, because it is not loopback; to listen there, use --host",
        "firebase.json: to use its options under usher, name the file with --config",
      ])
    #expect(line(folder) == nil)
  }

  @Test func whatIsBrokenIsPassedOverAndSaid() throws {
    write("{ /* no end")
    #expect(served().errors.hasPrefix("firebase.json is ignored: it is not a JSON object\n"))
    write("{}")
    write("[]", to: ".firebaserc")
    #expect(served().errors.hasPrefix(".firebaserc is ignored: it is not a JSON object\n"))
    write(#"{"projects":{"default":"No Project"}}"#, to: ".firebaserc")
    let said = served()
    #expect(said.errors.hasPrefix(".firebaserc: 'No Project' is ignored, because it is not a project id\n"))
    #expect(said.program == "demo-usher\n")
    chmod(tool.folder.path(of: "firebase.json"), 0o666)
    #expect(try find().notices == ["firebase.json is ignored: other users may write to it"])
  }

  @Test func optionsAndVariablesWin() {
    write(#"{"emulators":{"auth":{"port":9199}}}"#)
    write(#"{"projects":{"default":"demo-app"}}"#, to: ".firebaserc")
    let taken = served()
    #expect(taken.errors.hasPrefix("project demo-app from .firebaserc\n"))
    #expect(taken.program == "demo-app\n")
    #expect(served("-P", "option").program == "option\n")
    tool.environment["GCLOUD_PROJECT"] = "cloud"
    let named = served()
    #expect(named.program == "cloud\n")
    #expect(!named.errors.contains(".firebaserc"))
    #expect(served("--quiet").errors == "")
  }

  @Test func providersAreSwitchedOnAndNeverOff() {
    let data = tool.folder.path(of: "auth.db")
    let accounts =
      #"curl -s -o /dev/null -w '%{http_code} ' -H 'Content-Type: application/json' -d '{}' "#
      + #""http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k""#
    let off =
      #"curl -s -o /dev/null -X PATCH -H 'Authorization: Bearer owner' -H 'Content-Type: application/json' "#
      + #"-d '{"signIn":{"anonymous":{"enabled":false}}}' "#
      + #""http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v2/projects/demo-usher/config"#
      + #"?updateMask=signIn.anonymous.enabled""#
    tool.environment["PATH"] = "/usr/bin:/bin"
    let seen = tool.folder.path(of: "seen")
    func status(after first: String = "true") -> String? {
      let outcome = tool.run([
        "serve", "--port", "0", "--data", data, "--", "sh", "-c", "\(first); \(accounts) > \(seen)",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return tool.folder.text(of: "seen")
    }
    #expect(status() == "200 ")
    #expect(status(after: off) == "400 ")
    write(#"{"auth":{"providers":{"emailPassword":true,"anonymous":false}}}"#)
    #expect(status() == "400 ")
    write(#"{"auth":{"providers":{"anonymous":true,"googleSignIn":{}}}}"#)
    #expect(status() == "200 ")
    write(#"{"auth":{"providers":{"anonymous":false}}}"#)
    #expect(status() == "200 ")
  }
}
