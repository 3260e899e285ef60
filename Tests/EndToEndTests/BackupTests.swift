import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// Backups while the database is served, on a full disk, and cut off in the middle.
@Suite struct BackupTests {
  private let usher = Usher()
  private var file: String { usher.home.path + "/auth.db" }
  private var saved: String { usher.home.path + "/saved.db" }

  @Test func aBackupOfARunningServerServes() throws {
    Usher.freshDatabase.writeFiles(prefix: "local.db", as: file)
    let port = String(freePort())
    let server = try Server(usher, "--policy-set", "unsigned-tokens=false", port: port, data: file)
    let client = usher.at(server.url)
    try client.signIn()
    #expect(usher.run("local", "backup", saved, "--data", file).status == 0)
    // What came later is not in it.
    #expect(client.run("verify-phone", "+16505550123", "--as", "b", "--quiet").status == 0)
    let refused = usher.run("local", "restore", saved, "--data", file, "--yes")
    #expect(refused.status == 75)
    #expect(
      refused.errors
        == "error: \(file) is in use by process \(server.program.pid)\n  Stop that server first.\n")
    #expect(usher.run("local", "backup", file + "2", "--data", file, "--force").status == 0)
    #expect(server.stop().status == 0)

    let copy = try Server(usher, "--policy-set", "unsigned-tokens=false", port: port, data: saved)
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(client.run("token", "--verify", "--quiet").status == 0)
    #expect(client.run("local", "outbox", "--json").output.firstRange(of: "+16505550123") == nil)
    // A server has it open: nobody may write another in its place.
    #expect(usher.run("local", "backup", saved, "--data", file, "--force").status == 75)
    #expect(copy.stop().status == 0)

    #expect(usher.run("local", "restore", saved, "--data", file, "--yes").status == 0)
    let again = try Server(usher, "--policy-set", "unsigned-tokens=false", port: port, data: file)
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(again.stop().status == 0)
  }

  @Test func aFullDiskLeavesNothingOfABackup() throws {
    let text = """
      mkdir disk && mount -t tmpfs -o size=128k,mode=0700 none disk || exit 99
      usher local backup disk/saved.db; echo $?
      ls -A disk
      cp config/local.db before && usher project users add --uid kim --quiet
      usher local backup saved.db --quiet
      mount -t tmpfs -o size=2m,mode=0700 none disk
      usher local restore saved.db --data disk/auth.db --yes --quiet
      usher serve --data disk/auth.db --port 0 -- usher project users add --uid lee --quiet >/dev/null 2>&1
      cat /dev/zero >disk/ballast 2>/dev/null
      usher local restore saved.db --data disk/auth.db --yes; echo $?
      rm disk/ballast; ls disk | grep -v -e -shm -e -wal
      usher serve --data disk/auth.db --port 0 -- usher project users list --field users 2>/dev/null | grep -o 'kim\\|lee'
      rm disk/*; umask 077; head -c 9000 /dev/zero | tr '\\0' x >disk/auth.db
      cat /dev/zero >disk/ballast 2>/dev/null
      usher local restore saved.db --data disk/auth.db --yes 2>/dev/null; echo $?
      rm disk/ballast; ls -A disk; wc -c <disk/auth.db
      """
    for namespace in [["unshare", "-m"], ["unshare", "-mUr"]] {
      let ending = usher.shellLaunch(text).under(namespace).run()
      if ending.status == 99 || ending.errors.hasPrefix("unshare: ") { continue }
      #expect(ending.output == "74\n74\nauth.db\nkim\nlee\n74\nauth.db\n9000\n", "\(ending.errors)")
      #expect(
        ending.errors.hasPrefix(
          "error: there is no room on the disk for disk/saved.db\n  Free some space: nothing was changed.\n"),
        "\(ending.errors)")
      return
    }
    try Test.cancel("this system lets nobody mount a disk of their own")
  }

  /// With room for the copy of what was there, and not for what is put in its place.
  @Test func aRestorationWithoutRoomLeavesNoLog() throws {
    let text = """
      usher project users add --uid kim --quiet; usher local backup saved.db --quiet
      mkdir disk && mount -t tmpfs -o size=2m,mode=0700 none disk || exit 99
      for free in 0 300; do
        rm -f disk/*; usher local restore saved.db --data disk/auth.db --yes --quiet
        size=$(($(wc -c <disk/auth.db) / 1024))
        head -c $(((2048 - size - free) * 1024)) /dev/zero >disk/ballast
        usher local restore saved.db --data disk/auth.db --yes --quiet; echo $?
        rm disk/ballast; ls -A disk
      done
      usher serve --data disk/auth.db --port 0 -- usher project users list 2>/dev/null
      """
    for namespace in [["unshare", "-m"], ["unshare", "-mUr"]] {
      let ending = usher.shellLaunch(text).under(namespace).run()
      if ending.status == 99 || ending.errors.hasPrefix("unshare: ") { continue }
      #expect(ending.output.hasPrefix("74\nauth.db\n74\nauth.db\n"), "\(ending.output)\(ending.errors)")
      #expect(ending.output.hasSuffix("kim\n"), "\(ending.output)\(ending.errors)")
      return
    }
    try Test.cancel("this system lets nobody mount a disk of their own")
  }

  /// Under the name that was given there is a whole backup or none, and in nobody's way what was left.
  @Test func aKilledBackupIsWholeOrNotThere() throws {
    let launch = usher.launch("local", "backup", saved)
    let calls = try launch.systemCalls(from: saved).filter(\.changesSomething)
    #expect(calls.count > 5)
    for call in calls.sample(oneOf: 6) {
      unlink(saved)
      #expect(launch.striking(call, with: "signal=KILL").run().signal == SIGKILL)
      if access(saved, F_OK) == 0 {
        #expect(
          usher.run("serve", "--port", "0", "--data", saved, "--", "true").status == 0, "killed at \(call)")
        for suffix in ["", "-wal", "-shm"] { unlink(saved + suffix) }
      }
      #expect(launch.run().status == 0, "killed at \(call)")
      #expect(usher.home.names().filter { $0.hasPrefix("saved") } == ["saved.db"], "killed at \(call)")
    }
  }

  /// A server that starts then would make an empty one in the place of a damaged one that is gone.
  @Test func aKilledRestorationOfADamagedDatabaseLeavesItOrTheNew() throws {
    #expect(usher.run("local", "users", "add", "--uid", "new").status == 0)
    #expect(usher.run("local", "backup", saved).status == 0)
    let garbage = String(repeating: "no database ", count: 1000)
    let launch = usher.launch("local", "restore", saved, "--data", file, "--yes")
    func damage() {
      for name in usher.home.names() where name.hasPrefix("auth.db") { unlink(usher.home.path(of: name)) }
      usher.home.write(garbage, to: "auth.db")
      usher.home.write("its log", to: "auth.db-wal")
    }
    damage()
    let calls = try launch.systemCalls(from: file).filter(\.changesSomething)
    #expect(calls.count > 10)
    for call in calls.sample(oneOf: 15, andLast: 3) {
      damage()
      #expect(launch.striking(call, with: "signal=KILL").run().signal == SIGKILL)
      if usher.home.text(of: "auth.db") != garbage {
        #expect(
          usher.run("serve", "--port", "0", "--data", file, "--", "true").status == 0, "killed at \(call)")
        let kept = usher.home.names().filter { $0.firstRange(of: ".before-") != nil }
        #expect(kept.map { usher.home.text(of: $0) } == [garbage, "its log"], "killed at \(call)")
      }
      #expect(launch.run().status == 0, "killed at \(call)")
      #expect(usher.home.names().filter(\.isOfAWriter) == [], "killed at \(call)")
    }
  }

  /// The database holds the old or the new, and is sound.
  @Test func aKilledRestorationLeavesTheOldOrTheNew() throws {
    #expect(usher.run("local", "users", "add", "--uid", "new").status == 0)
    #expect(usher.run("local", "backup", saved).status == 0)
    #expect(usher.run("local", "users", "delete", "new", "--yes").status == 0)
    #expect(usher.run("local", "users", "add", "--uid", "old").status == 0)
    #expect(usher.run("local", "backup", usher.home.path + "/before.db").status == 0)
    let database = usher.folder + "/local.db"
    let launch = usher.launch("local", "restore", saved, "--yes")
    let calls = try launch.systemCalls(from: database).filter(\.changesSomething)
    let before = FolderContent(of: usher.folder)
    #expect(usher.run("local", "restore", usher.home.path + "/before.db", "--yes").status == 0)
    #expect(calls.count > 20 && before.names.contains("local.db"))
    for call in calls.sample(oneOf: 18, andLast: 2) {
      let ending = launch.striking(call, with: "signal=KILL").run()
      #expect(ending.signal == SIGKILL || ending.status == 0)
      let uids = usher.run("local", "users", "list", "--json").output.matches(of: #/"uid":"(old|new)"/#).map(
        \.1)
      #expect(uids == ["old"] || uids == ["new"], "killed at \(call)")
      let check = usher.home.path + "/check.db"
      #expect(usher.run("local", "backup", check, "--force").status == 0, "killed at \(call)")
      #expect(
        usher.run("local", "restore", usher.home.path + "/before.db", "--yes").status == 0,
        "killed at \(call)")
      #expect(usher.home.names(in: "config").filter(\.isOfAWriter) == [], "killed at \(call)")
      for name in usher.home.names(in: "config") where name.firstRange(of: ".before-") != nil {
        unlink(usher.folder + "/" + name)
      }
    }
  }
}

extension String {
  /// Whether it names what a command writes until it is whole.
  fileprivate var isOfAWriter: Bool { firstRange(of: ".usher-part-") != nil }
}
