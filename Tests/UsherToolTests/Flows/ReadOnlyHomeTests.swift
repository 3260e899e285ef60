import LibC
import TestSupport
import Testing

private let home = "/sys"

/// Nobody may write to the home, root included, unless this system has no `/sys` of the kernel's. Where there is none at
/// all, root's commands would make it.
private let isReadOnly: Bool = {
  let probe = home + "/usher-probe-\(getpid())"
  guard mkdir(probe, 0o700) != 0 else {
    rmdir(probe)
    return false
  }
  return [EROFS, EACCES, EPERM].contains(errno)
}()

/// A home in which nothing can be written: a container's, a build farm's.
@Suite(.enabled(if: isReadOnly, "this system has no read-only /sys")) struct ReadOnlyHomeTests {
  let tool = ToolHarness()

  private func settle(embeddedToo: Bool) {
    tool.environment["USHER_CONFIG_DIR"] = nil
    tool.environment["XDG_CONFIG_HOME"] = home
    tool.environment["XDG_DATA_HOME"] = embeddedToo ? home : tool.folder.path
  }

  @Test func theFolderToSetIsNamed() {
    settle(embeddedToo: false)
    let outcome = tool.run("verify-phone", "+16505553434")
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("error: cannot write /sys/usher ("))
    #expect(
      outcome.errors.hasSuffix(
        "\n  Set USHER_CONFIG_DIR to one of your folders, or sign in with --no-store.\n"))
  }

  @Test func aSessionThatIsNotKeptNeedsNoFolder() {
    settle(embeddedToo: false)
    let outcome = tool.run(
      "verify-phone", "+16505553434", "--no-store", "--code-command", "echo 654321", "--field",
      "account.phone")
    #expect(outcome == .init(0, output: "+16505553434\n"))
  }

  @Test(arguments: [[], ["--no-store"]])
  func theEmbeddedServerSaysThatItKeepsItsAccounts(options: [String]) {
    settle(embeddedToo: true)
    let outcome = tool.run(["signin", "anonymous"] + options)
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("error: cannot write /sys/usher"))
    #expect(
      outcome.errors.hasSuffix(
        "\n  The local server keeps its accounts there.\n  Set USHER_CONFIG_DIR to one of your folders.\n")
    )
  }

  /// Which looks without trying: root may write where the kernel then refuses.
  @Test(.enabled(if: access("/sys/", W_OK) != 0)) func doctorSaysSo() {
    settle(embeddedToo: true)
    let outcome = tool.run("doctor")
    #expect(outcome.status == 73)
    #expect(outcome.lines.contains { $0.hasPrefix("fail state: cannot write /sys/usher/state.json (") })
    #expect(outcome.lines.contains { $0.hasPrefix("fail server: cannot write /sys/usher/local.db (") })
    // A session that is not kept needs no state.
    settle(embeddedToo: false)
    #expect(tool.run("doctor", "--no-store").status == 0)
  }

  @Test func whatNeedsNothingThereWorks() {
    settle(embeddedToo: true)
    #expect(tool.run("status").status == 0)
    #expect(tool.run("whoami").status == 4)
    #expect(tool.run("signout") == .init(0, output: "No user was signed in.\n"))
    #expect(tool.run("signout", "--all") == .init(0, output: "No user was signed in.\n"))
    #expect(tool.run("pending", "list").status == 0)
    #expect(tool.run("config", "list").status == 0)
  }

  @Test func serveAsksForAFileOfItsOwn() {
    let outcome = tool.run("serve", "--port", "0", "--data", "/sys/usher.db", "--", "true")
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasSuffix("\n  Name a file in one of your folders with --data.\n"))
  }
}
