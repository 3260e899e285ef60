import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// What `serve` takes over at its start and leaves at its end, in the form of Firebase's emulator.
@Suite struct ServeExportTests {
  private let usher = Usher()
  private var saved: String { usher.home.path + "/saved" }

  @Test(arguments: [SIGTERM, SIGINT]) func accountsGoFromOneServerToTheNext(signal: Int32) throws {
    var server = try Server(usher, "--export-on-exit", saved, data: ":memory:")
    #expect(
      usher.at(server.url).run("local", "users", "add", "--uid", "kim", "--email", "kim@example.com").status
        == 0)
    server.program.send(signal)
    #expect(server.program.wait().status == 0)

    server = try Server(usher, "--import", saved, data: ":memory:")
    #expect(
      usher.at(server.url).run("local", "users", "list").output == "kim  kim@example.com\n")
    #expect(server.stop().status == 0)
  }

  @Test(arguments: ["unsigned-tokens=true", "unsigned-tokens=false"])
  func sessionsGoOnAtTheNextServer(setting: String) throws {
    var server = try Server(
      usher, "--export-on-exit", saved, "--policy-set", setting, data: ":memory:")
    let client = usher.at(server.url)
    try client.signIn()
    #expect(server.stop().status == 0)
    server = try Server(
      usher, "--import", saved, "--export-on-exit", "--policy-set", setting, port: server.port,
      data: ":memory:")
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(client.run("account", "update", "--display-name", "Kim").status == 0)
    #expect(server.stop().status == 0)
    server = try Server(
      usher, "--import", saved, "--policy-set", setting, port: server.port, data: ":memory:")
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(server.stop().status == 0)
  }

  /// Firebase's tools export those of their emulators that ran.
  @Test func anExportWithoutAuthenticationIsWarnedOfAndAddedTo() throws {
    mkdir(saved, 0o700)
    usher.home.write(
      #"{"version":"14.0.0","firestore":{"path":"firestore_export"}}"#,
      to: "saved/firebase-export-metadata.json")
    let ending = usher.script(
      "usher serve --port 0 --import saved --export-on-exit -- true; usher local import saved")
    #expect(
      ending.errors.contains(
        "warning: the export in saved has no accounts, so the server starts without accounts\n"),
      "\(ending.errors)")
    #expect(ending.status == 0, "\(ending.errors)")
    let metadata = try #require(usher.home.text(of: "saved/firebase-export-metadata.json"))
    #expect(metadata.contains(#""firestore":{"path":"firestore_export"}"#), "\(metadata)")
    #expect(metadata.contains(#""path":"auth_export""#), "\(metadata)")
  }

  @Test func theAccountsAreKeptWhenTheProgramEnds() throws {
    let add = "usher project users add --uid kim --endpoint http://$FIREBASE_AUTH_EMULATOR_HOST; exit 3"
    let ending = usher.script("usher serve --port 0 --export-on-exit saved -- sh -c '\(add)'")
    #expect(ending.status == 3)
    let server = try Server(usher, "--import", saved, data: ":memory:")
    #expect(usher.at(server.url).run("local", "users", "list").output == "kim\n")
    #expect(server.stop().status == 0)
  }

  /// A command may be the Suite itself, so its server takes another port.
  @Test func withoutACommandTheHubListensWhereFirebaseJSONSays() throws {
    let (port, hub) = (freePort(), freePort())
    usher.home.write(
      #"{"emulators":{"auth":{"port":\#(port)},"hub":{"port":"\#(hub)"}}}"#, to: "firebase.json")
    usher.home.write(#"{"projects":{"default":"demo-app"}}"#, to: ".firebaserc")
    let program = usher.shellLaunch("TMPDIR=$PWD exec usher serve").start()
    _ = try program.firstLine()
    let ending = usher.script("curl -s http://127.0.0.1:\(hub)/emulators")
    program.send(SIGTERM)
    #expect(program.wait().status == 0)
    #expect(JSONValue(json: ending.output)?["auth"]?["port"] == .integer(Int64(port)), "\(ending)")
  }

  /// As in a script, whose shell has programs in the background ignore SIGINT.
  @Test func aServerThatIsToIgnoreInterruptionsExportsWhenItIsTerminated() throws {
    let ending = usher.script(
      """
      trap '' INT
      usher serve --port 0 --export-on-exit saved >out 2>err & server=$!
      until grep -q Listening out; do sleep 0.02; done
      kill -INT $server; sleep 0.1; test ! -e saved; kill -TERM $server; wait $server
      echo $?; tail -n 1 err
      """)
    #expect(ending.output == "0\nAccounts exported to saved: 0.\n", "\(ending.errors)")
  }

  @Test(
    arguments: [
      ([], "keeps nothing", true), (["--data", ":memory:"], "keeps nothing", false),
      (["--data", "auth.db"], "keeps its data in auth.db", false),
      (["--export-on-exit", "saved"], "exports its accounts at the end", false),
    ] as [([String], String, Bool)])
  func theStartSaysWhatIsKept(words: [String], summary: String, isWarned: Bool) throws {
    let line = (["exec", "usher", "serve", "--port", "0"] + words).joined(separator: " ")
    let program = usher.shellLaunch(line).start()
    _ = try program.firstLine()
    program.send(SIGINT)
    let ending = program.wait()
    #expect(ending.output.contains(", \(summary))."), "\(ending.output)")
    #expect(
      ending.errors.contains("The server loses its accounts when it ends. To keep them, use --data FILE.")
        == isWarned)
  }

  @Test func aTimeLimitThatInterruptsLetsItExport() throws {
    let program = usher.shellLaunch("exec timeout -s INT 3600 usher serve --port 0 --export-on-exit saved")
      .start()
    _ = try program.firstLine()
    // As if its time were up.
    program.send(SIGALRM)
    let ending = program.wait()
    #expect(ending.status == 124)
    #expect(
      usher.home.names(in: "saved") == ["auth_export", "firebase-export-metadata.json"], "\(ending.errors)")
  }

  @Test func aFolderThatCannotBeReadKeepsTheServerFromStarting() {
    let ending = usher.run("serve", "--port", "0", "--import", saved)
    #expect(ending.status == 65)
    #expect(ending.errors.contains("cannot read \(saved)"))
  }
}
