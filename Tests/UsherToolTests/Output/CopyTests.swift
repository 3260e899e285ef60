import TestSupport
import Testing
import UsherTool

/// `--copy`: to the clipboard, and nowhere else.
struct CopyTests {
  private let tool = ToolHarness()
  private let copied = ToolHarness.Outcome(0, errors: "Copied.\n")

  init() {
    tool.environment["TERM"] = "xterm"
  }

  /// What the terminal is told while `words` run.
  private func events(_ words: String...) -> [ScriptedTerminal.Event] {
    let terminal = ScriptedTerminal()
    #expect(tool.run(words, terminal: terminal) == copied)
    return terminal.events
  }

  @Test func aTokenIsCopiedAsItWouldBePrinted() {
    tool.signIn()
    for form in [[], ["-H"], ["--claims"]] {
      let printed = String(tool.run(["token"] + form).output.dropLast())
      let terminal = ScriptedTerminal()
      #expect(tool.run(["token", "--copy"] + form, terminal: terminal) == copied)
      #expect(terminal.events == [.copied(printed)])
    }
  }

  @Test func aCodeIsCopied() {
    tool.folder.write("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", to: "secret")
    let path = tool.folder.path + "/secret"
    let code = tool.run("mfa", "code", "--secret-file", path).lines
    #expect(code.count == 1)
    #expect(events("mfa", "code", "--secret-file", path, "--copy") == code.map { .copied($0) })
  }

  @Test func theCodeOrTheLinkOfAMessageIsCopied() {
    tool.run("verify-phone", ToolHarness.number)
    #expect(events("local", "outbox", "--latest", "--copy") == [.copied(tool.code())])
    tool.run("send-link", "kim@example.com")
    let link = tool.run("local", "outbox", "--latest", "--field", "link").lines
    #expect(link.count == 1)
    #expect(events("local", "outbox", "--latest", "--copy") == link.map { .copied($0) })
    #expect(tool.run("local", "outbox", "--copy").status == 64)
  }

  @Test func quietCopiesInSilence() {
    tool.signIn()
    let terminal = ScriptedTerminal()
    #expect(tool.run("token", "--copy", "--quiet", terminal: terminal) == .init(0))
    #expect(terminal.events.count == 1)
  }

  @Test(arguments: [["--json"], ["--field", "uid"], ["--format", "json"]])
  func aResultThatIsWantedAsWellIsAMisuse(_ options: [String]) {
    tool.signIn()
    let terminal = ScriptedTerminal()
    #expect(tool.run(["token", "--copy"] + options, terminal: terminal).status == 64)
    #expect(terminal.events == [])
  }

  // MARK: - By a program

  @Test(
    arguments: [
      (["VTE_VERSION": "7600", "DISPLAY": ":0"], "xclip -selection clipboard"),
      (["TERM": "linux", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "wl-copy"),
      (["TMUX": "/tmp/tmux-0/default,1,0", "DISPLAY": ":0"], "tmux load-buffer -w -"),
    ] as [([String: String], String)])
  func aProgramCopiesWhereTheTerminalWouldNot(_ variables: [String: String], _ words: String) throws {
    tool.signIn()
    let token = try #require(tool.run("token").lines.first)
    let name = words.prefix { $0 != " " }
    let script = #"echo "$0" "$@" >"${0%/*}/words"; cat >"${0%/*}/text"; echo noise; echo noise >&2"#
    tool.folder.write("#!/bin/sh\n\(script)\n", to: String(name))
    _ = try Program("chmod", "+x", tool.folder.path + "/" + name).run()
    tool.environment.merge(variables) { $1 }
    tool.environment["PATH"] = tool.folder.path + ":/usr/bin:/bin"
    let terminal = ScriptedTerminal()
    #expect(tool.run("token", "--copy", terminal: terminal) == copied)
    #expect(terminal.events == [])
    #expect(tool.folder.text(of: "text") == token)
    #expect(tool.folder.text(of: "words") == "\(tool.folder.path)/\(words)\n")
  }

  @Test func whereNothingCanCopyThatIsAnError() {
    tool.signIn()
    tool.environment["PATH"] = tool.folder.path
    #expect(
      tool.run("token", "--copy")
        == .init(
          1,
          errors: """
            error: this machine has no clipboard, and there is no terminal that can copy
              Leave --copy out.

            """))
    tool.environment["DISPLAY"] = ":0"
    #expect(
      tool.run("token", "--copy")
        == .init(1, errors: "error: xclip is not installed\n  Install it, or leave --copy out.\n"))
  }
}
