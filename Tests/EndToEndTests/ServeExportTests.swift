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

  @Test func theAccountsAreKeptWhenTheProgramEnds() throws {
    let add = "usher local users add --uid kim --endpoint http://$FIREBASE_AUTH_EMULATOR_HOST; exit 3"
    let ending = usher.script("usher serve --port 0 --export-on-exit saved -- sh -c '\(add)'")
    #expect(ending.status == 3)
    let server = try Server(usher, "--import", saved, data: ":memory:")
    #expect(usher.at(server.url).run("local", "users", "list").output == "kim\n")
    #expect(server.stop().status == 0)
  }

  @Test func aFolderThatCannotBeReadKeepsTheServerFromStarting() {
    let ending = usher.run("serve", "--port", "0", "--import", saved)
    #expect(ending.status == 65)
    #expect(ending.errors.contains("cannot read \(saved)"))
  }
}
