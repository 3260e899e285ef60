import IdentityToolkit
import LibC
import TestSupport
import Testing

/// What `serve --data` keeps.
@Suite struct ServeDataTests {
  private let usher = Usher()
  private var file: String { usher.home.path + "/auth.db" }

  @Test(arguments: [SIGTERM, SIGKILL]) func accountsKeysAndCodesOutliveTheServer(signal: Int32) throws {
    let port = String(freePort())
    var server = try Server(usher, "--policy-set", "unsigned-tokens=false", port: port, data: file)
    let client = usher.at(server.url)
    try client.signIn()
    let token = client.run("token").line
    client.run("local", "test-number", "add", "+16505550100", "482913")
    client.run("verify-phone", "+16505550123", "--as", "b", "--json")
    let code = client.code(for: "+16505550123")
    client.run("confirm-code", code == "111111" ? "222222" : "111111", "--as", "b")
    server.program.send(signal)
    server.program.wait()

    server = try Server(usher, "--policy-set", "unsigned-tokens=false", port: port, data: file)
    #expect(client.run("token", "--verify").line == token)
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(client.run("confirm-code", code, "--as", "b").status == 0)
    #expect(client.run("local", "test-number", "list").output.contains("+16505550100  482913\n"))
    let old = try client.run("whoami", "--json").result["account", "uid"]
    try client.signIn()
    #expect(try client.run("whoami", "--json").result["account", "uid"] == old)
    #expect(server.stop().status == 0)
  }

  @Test func nothingAcknowledgedIsLostWhenItIsKilledAtWork() throws {
    // The outbox, from which the codes are read, is to hold all of them.
    let size = ["--policy-set", "outbox-size=10000"]
    let port = String(freePort())
    var server = try Server(usher, size[0], size[1], port: port, data: file)
    var acknowledged: [String: String] = [:]
    for round in 0..<Size.of(4, long: 100) {
      let numbers = (0..<8).map { "+1650555\(1000 + round * 8 + $0)" }
      let client = usher.at(server.url)
      let programs = numbers.map { number in
        client.launch("verify-phone", number, "--no-store", "--field", "pending.verification_id").start()
      }
      usleep(useconds_t(5_000 + round * 7_919 % 40_000))
      server.program.send(SIGKILL)
      server.program.wait()
      for (number, program) in zip(numbers, programs) {
        let ending = program.wait()
        #expect([0, 69].contains(ending.status), "\(ending.errors)")
        if ending.status == 0 { acknowledged[number] = ending.line }
      }
      server = try Server(usher, size[0], size[1], port: port, data: file)
    }
    let client = usher.at(server.url)
    for (number, id) in acknowledged {
      let code = client.code(for: number)
      #expect(client.run("confirm-code", code, "--verification-id", id, "--no-store").status == 0)
    }
  }

  @Test func theFileIsForItsOwnerAlone() throws {
    let ending = usher.script(
      "umask 000; usher serve --data auth.db --port 0 -- true >/dev/null; stat -c %a auth.db*")
    #expect(Set(ending.output.split(separator: "\n")) == ["600"])
    chmod(file, 0o644)
    #expect(usher.run("serve", "--port", "0", "--data", file).status == 77)
  }

  /// Its owner is to know what a thief of the file would have of the passwords.
  @Test func passwordsThatAreKeptInAnotherWayAreToldAtStart() {
    usher.home.write("correct horse", to: "pw")
    let login = ["--email", "kim@example.com", "--password-file", usher.home.path + "/pw"]
    func warnings(_ policy: String, _ command: [String]) -> String {
      let serve = ["serve", "--port", "0", "--data", file, "--policy", policy, "--"]
      let ending = usher.run(serve + command)
      #expect(ending.status == 0, "\(ending.errors)")
      return ending.errors
    }
    #expect(!warnings("emulator", [Usher.binary, "signup"] + login).contains("has passwords"))
    #expect(!warnings("emulator", ["true"]).contains("has passwords"))
    let unprotected = "warning: \(file) has passwords that nothing protects"
    #expect(warnings("strict", [Usher.binary, "signin", "password"] + login).contains(unprotected))
    #expect(!warnings("strict", ["true"]).contains("has passwords"))
    #expect(warnings("emulator", ["true"]).contains("warning: \(file) has passwords that scrypt protects"))
  }

  @Test func theEmbeddedServersOwnFileIsRefused() {
    #expect(usher.run("serve", "--port", "0", "--data", usher.folder + "/local.db").status == 64)
  }

  @Test func aFileOfSomethingElseIsRefusedAndLeftAlone() {
    let text = "not a database, but long enough to be taken for a header: SQLite format 4\n"
    usher.home.write(text, to: "auth.db")
    let ending = usher.run("serve", "--port", "0", "--data", file)
    #expect(ending.status == 78, "\(ending.errors)")
    #expect(usher.home.text(of: "auth.db") == text)
  }
}
