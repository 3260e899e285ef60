import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

/// The hub's part that `serve` does for Firebase's tools.
struct ServeHubTests {
  private let tool = ToolHarness()
  private let port = freePort()
  private static let locator = "tmp/hub-demo-app.json"

  init() {
    tool.environment["PATH"] = "/usr/bin:/bin"
    tool.environment["TMPDIR"] = tool.folder.path(of: "tmp") + "/"
    tool.folder.makeFolder("tmp")
    tool.folder.write(#"{"emulators":{"auth":{"port":\#(port)}}}"#, to: "firebase.json")
    tool.folder.write(#"{"projects":{"default":"demo-app"}}"#, to: ".firebaserc")
  }

  /// What a script of the server's program prints, and what the server says.
  private func served(_ script: String, _ words: String...) -> (seen: String, errors: String) {
    let outcome = tool.run(
      ["serve"] + words + ["--", "sh", "-c", "exec > '\(tool.folder.path(of: "seen"))'\n" + script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (tool.folder.text(of: "seen") ?? "", outcome.errors)
  }

  @Test func toolsFindTheServer() {
    let seen = served(
      """
      echo ${FIREBASE_EMULATOR_HUB##*:}
      cat $TMPDIR/hub-demo-app.json; echo
      stat -c %a $TMPDIR/hub-demo-app.json
      curl -s $FIREBASE_EMULATOR_HUB; echo
      curl -s $FIREBASE_EMULATOR_HUB/emulators
      """
    ).seen
    let hub = seen.prefix { $0 != "\n" }
    #expect(Int(hub) != nil && hub != "4400", "\(hub)")
    let locator = #""version":"usher-\#(Release.version)","origins":["http://127.0.0.1:\#(hub)"]"#
    func emulator(_ name: String, _ port: String) -> String {
      #""\#(name)":{"listen":[{"address":"127.0.0.1","family":"IPv4","port":\#(port)}],"#
        + #""name":"\#(name)","host":"127.0.0.1","port":\#(port)}"#
    }
    #expect(
      seen == """
        \(hub)
        {\(locator)}
        600
        {\(locator),"host":"127.0.0.1","port":\(hub)}
        {\(emulator("hub", "\(hub)")),\(emulator("auth", "\(port)"))}
        """)
    #expect(tool.folder.names(in: "tmp") == [])
  }

  @Test func toolsExport() {
    let folder = tool.folder.path(of: "saved")
    let (seen, errors) = served(
      """
      at=http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k
      curl -s -o /dev/null -H 'Content-Type: application/json' -d '{}' $at
      ask() {
        curl -s -w ' %{http_code}\\n' -H 'Content-Type: application/json' "$@" $FIREBASE_EMULATOR_HUB/_admin/export
      }
      ask -d '{"path":"\(folder)","initiatedBy":"emulators:export","targets":["auth","firestore"]}'
      ask -d '{"path":"\(folder)-2"}' -H 'Origin: http://localhost:4000'
      ask -d '{"path":"saved-2"}'
      ask -d '{"path":"\(folder)-2\\u0000"}'
      ask -d '{"path":"\(folder)-2","targets":["firestore"]}'
      ask -d '{}'
      ask -d '{"path":"\(tool.folder.path)"}'
      curl -s -w ' %{http_code}\\n' $FIREBASE_EMULATOR_HUB/_admin/export
      for what in disable enable; do
        curl -s -w ' %{http_code}\\n' -X PUT $FIREBASE_EMULATOR_HUB/functions/${what}BackgroundTriggers
      done
      """)
    #expect(
      seen == """
        {"message":"OK"} 200
        {"message":"a page cannot ask for an export"} 403
        {"message":"the path is not absolute"} 400
        {"message":"the path is not absolute"} 400
        {"message":"usher exports only auth, and that is not among the targets"} 400
        {"message":"the body is not JSON with a path"} 400
        {"message":"\(tool.folder.path) contains other files, but no export"} 500
        {"message":"usher's part of the hub does not know this path"} 404
        {"error":"The Cloud Functions emulator is not running."} 400
        {"error":"The Cloud Functions emulator is not running."} 400

        """)
    #expect(errors.contains("Accounts exported to \(folder): 1.\n"))
    #expect(
      errors.contains("warning: the export failed: \(tool.folder.path) contains other files, but no export\n")
    )
    #expect(tool.folder.names(in: "saved") == ["auth_export", "firebase-export-metadata.json"])
    #expect(!tool.folder.names().contains("saved-2"))
    let kept = served("true", "--import", folder, "--export-on-exit")
    #expect(kept.errors.contains("Accounts imported from \(folder): 1.\n"))
  }

  /// After the check by name, whoever named the path may lead it elsewhere.
  @Test func aFolderWithOtherFilesIsLeftAsItIs() {
    tool.folder.makeFolder("own")
    tool.folder.write("x", to: "own/file")
    let path = tool.folder.path(of: "own")
    let error = #expect(throws: Diagnosis.self) {
      try ExportFolder(path: path, isNamedByAnyone: true).write(.init(accounts: .init(users: [])))
    }
    #expect(error?.message == "\(path) contains other files, but no export")
    #expect(tool.folder.names(in: "own") == ["file"])
  }

  /// Any user of this machine can ask, and name a place that this user exchanges meanwhile.
  @Test func anExportGoesOnlyWhereOthersCannotWrite() {
    tool.folder.makeFolder("shared")
    tool.folder.makeFolder("own")
    tool.folder.makeFolder("shared/inner")
    for name in ["shared", "shared/inner"] { chmod(tool.folder.path(of: name), 0o777) }
    tool.folder.makeLink("own/link", to: tool.folder.path(of: "shared/inner"))
    let seen = served(
      """
      for path in shared/new shared/inner own/link own/link/new own/new; do
        curl -s -w ' %{http_code}\\n' -d '{"path":"\(tool.folder.path)/'$path'"}' $FIREBASE_EMULATOR_HUB/_admin/export
      done
      """
    ).seen
    func refusal(_ name: String) -> String {
      let path = tool.folder.path(of: name)
      return
        #"{"message":"\#(path) is not safe to use (other users may write to it (mode 0777))"} 500"# + "\n"
    }
    #expect(
      seen == refusal("shared") + refusal("shared/inner") + refusal("own/link") + refusal("own/link")
        + #"{"message":"OK"} 200"# + "\n")
    #expect(tool.folder.names(in: "shared") == ["inner"] && tool.folder.names(in: "shared/inner") == [])
    #expect(tool.folder.names(in: "own") == ["link", "new"])
  }

  @Test func aHubThatRunsIsLeftAlone() {
    let text = #"{"version":"15.28.0","origins":["http://127.0.0.1:4400"],"pid":1}"#
    tool.folder.write(text, to: Self.locator)
    let hub = HubStub(isThere: true)
    tool.network = hub
    #expect(served("echo ${FIREBASE_EMULATOR_HUB-none}").seen == "none\n")
    #expect(tool.folder.text(of: Self.locator) == text)
    #expect(hub.asked.contains("http://127.0.0.1:4400/emulators"))
  }

  @Test func theLocatorOfAHubThatWasKilledIsReplaced() {
    tool.folder.write(#"{"version":"usher-0.0.1","origins":["http://127.0.0.1:4400"]}"#, to: Self.locator)
    tool.network = HubStub(isThere: false)
    #expect(served("grep -c :4400 $TMPDIR/hub-demo-app.json || true").seen == "0\n")
    #expect(tool.folder.names(in: "tmp") == [])
  }

  @Test func aHubThatStartsLaterTakesOver() {
    let text = #"{"version":"15.28.0","origins":["http://127.0.0.1:4400"],"pid":1}"#
    tool.network = HubStub(isThere: true)
    _ = served("echo '\(text)' > $TMPDIR/hub-demo-app.json")
    #expect(tool.folder.text(of: Self.locator) == text + "\n")
  }

  /// The Suite removes the file of its hub at its end, whichever of the two started first.
  @Test(arguments: [false, true])
  func theServerIsFoundAgainAfterAHubThatHasGone(isFirst: Bool) {
    tool.network = HubStub(isThere: true)
    let text = #"{"version":"15.28.0","origins":["http://127.0.0.1:4400"],"pid":1}"#
    if isFirst { tool.folder.write(text, to: Self.locator) }
    let seen = served(
      """
      cd $TMPDIR
      echo '\(text)' > hub-demo-app.json
      rm hub-demo-app.json
      until [ -e hub-demo-app.json ]; do sleep 0.1; done
      grep -c usher- hub-demo-app.json
      """
    ).seen
    #expect(seen == "1\n")
    #expect(tool.folder.names(in: "tmp") == [])
  }

  @Test func theConfiguredPortOfTheHubIsTakenIfItIsFree() throws {
    let text = #"{"emulators":{"hub":{"port":\#(port)}}}"#
    let configured = try ServeConfiguration(Data(text.utf8), of: "firebase.json").hubPort
    #expect(configured == UInt16(port))
    func hub(_ name: String) throws -> Hub {
      try Hub(
        at: HubLocator(path: tool.folder.path(of: name)), for: .init(host: "127.0.0.1", port: 9099),
        port: configured, over: HubStub(isThere: false), export: { _ in })
    }
    let (first, second) = (try hub("first"), try hub("second"))
    #expect(first.address.port == configured)
    #expect(second.address.port != configured)
    for hub in [first, second] { hub.stop() }
    // Without a command, serve takes it from the folder, where it may also be a string.
    tool.folder.write(#"{"emulators":{"hub":{"port":"\#(port)"}}}"#, to: "firebase.json")
    let folder = try #require(FirebaseFolder.find(from: tool.folder.path, Environment(tool.environment)))
    #expect(folder.hubPort == UInt16(port))
    // A command may be the Suite itself.
    tool.folder.write(text, to: "firebase.json")
    #expect(served("echo ${FIREBASE_EMULATOR_HUB##*:}", "--port", "\(freePort())").seen != "\(port)\n")
  }

  @Test(arguments: [["--functions", "none"], []])
  func aServerThatIsForNoFunctionsAsksNoHub(words: [String]) {
    tool.folder.write(
      #"{"version":"15.28.0","origins":["http://127.0.0.1:4400"]}"#, to: Self.locator)
    tool.folder.write(#"{"emulators":{"functions":{"port":5001}}}"#, to: "firebase.json")
    tool.environment["FIREBASE_EMULATOR_HUB"] = "127.0.0.1:4400"
    let hub = HubStub(isThere: true)
    tool.network = hub
    let script =
      "curl -s -d '{}' http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    let outcome = tool.run(
      ["serve", "--port", "0", "--project", "demo-app"] + words + ["--", "sh", "-c", script + " > /dev/null"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(hub.asked.isEmpty == !words.isEmpty, "\(hub.asked)")
  }

  @Test func aLinkIsReplacedAndNotFollowed() {
    tool.folder.write("mine", to: "other")
    tool.folder.makeLink(Self.locator, to: tool.folder.path(of: "other"))
    #expect(served("test -h $TMPDIR/hub-demo-app.json || echo file").seen == "file\n")
    #expect(tool.folder.text(of: "other") == "mine")
  }

  @Test func aFolderThatCannotBeWrittenIsSaid() {
    tool.environment["TMPDIR"] = "/nowhere"
    let (seen, errors) = served("echo ${FIREBASE_EMULATOR_HUB-none}")
    #expect(seen == "none\n")
    #expect(
      errors.contains(
        "Firebase's tools do not find the server: cannot write /nowhere/hub-demo-app.json (No such file or directory)\n"
      ),
      "\(errors)")
  }

  @Test(arguments: [["--port", "0"], ["--config", "serve.json"], ["--owner-token-file", "owner-token"]])
  func otherServersHaveNoHub(words: [String]) {
    tool.folder.write(#"{"port":\#(port)}"#, to: "serve.json")
    tool.folder.write("a-token-of-the-owner", to: "owner-token")
    let words = words.map { $0.contains("e") && !$0.hasPrefix("--") ? tool.folder.path(of: $0) : $0 }
    let outcome = tool.run(
      ["serve"] + words + ["--", "sh", "-c", "[ ! \"$FIREBASE_EMULATOR_HUB\" ] && [ ! \"$(ls $TMPDIR)\" ]"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func theVariableOfARunningHubStays() {
    tool.environment["FIREBASE_EMULATOR_HUB"] = "127.0.0.1:4400"
    tool.network = HubStub(isThere: true)
    #expect(served("echo $FIREBASE_EMULATOR_HUB; ls $TMPDIR").seen == "127.0.0.1:4400\n")
  }
}

/// A hub without functions on any port, or none.
private final class HubStub: HTTPTransport {
  private let isThere: Bool
  private let requests = Mutex<[String]>([])

  init(isThere: Bool) {
    self.isThere = isThere
  }

  var asked: [String] { requests.withLock(\.self) }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    requests.withLock { $0.append(request.url) }
    guard isThere else { throw .connectionRefused }
    return HTTPResponse(status: 200, body: Data(#"{"hub":{"port":4400}}"#.utf8))
  }
}
