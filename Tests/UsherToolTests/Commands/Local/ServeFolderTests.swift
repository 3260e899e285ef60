import LibC
import TestSupport
import Testing

/// The folders that `serve` starts with and leaves behind.
struct ServeFolderTests {
  let tool = ToolHarness()

  private var saved: String { tool.folder.path(of: "saved") }

  private func serve(_ words: String...) -> ToolHarness.Outcome {
    tool.environment["PATH"] = "/usr/bin:/bin"
    return tool.run(["serve", "--port", "0"] + words + ["--", "true"])
  }

  private func lines(_ outcome: ToolHarness.Outcome) -> [String] {
    outcome.errors.split(separator: "\n").map(String.init).filter { $0.contains(saved) }
  }

  @Test(arguments: [false, true])
  func aFolderThatIsEmptyYetIsNoMistakeWhereItIsExportedTo(isThere: Bool) {
    if isThere { mkdir(saved, 0o755) }
    let first = serve("--import", saved, "--export-on-exit")
    #expect(first.status == 0)
    #expect(
      lines(first) == [
        "\(saved) holds no export yet, so the server starts without accounts",
        "Accounts exported to \(saved): 0.",
      ])
    #expect(
      lines(serve("--import", saved, "--export-on-exit", saved + "/")) == [
        "Accounts imported from \(saved): 0.", "Accounts exported to \(saved)/: 0.",
      ])
    // Elsewhere it is one.
    #expect(serve("--import", saved + "2", "--export-on-exit", saved).status == 65)
    #expect(serve("--import", saved + "2").status == 65)
  }

  @Test func theFolderToExportToIsNamedSomewhere() {
    #expect(
      serve("--export-on-exit")
        == .init(
          64,
          errors: """
            error: --export-on-exit needs a folder where --import names none
            usage: usher serve [options] [-- COMMAND...]
              Write --export-on-exit=DIR.

            """))
    #expect(serve("--import", saved, "--export-on-exit=").status == 64)
  }

  @Test func aFolderThatCannotBeWrittenIsToldOfAtTheStart() {
    tool.folder.write("mine", to: "file")
    mkdir(saved, 0o755)
    tool.folder.write("mine", to: "saved/notes")
    let file = tool.folder.path(of: "file")
    for (folder, message) in [
      (file, "cannot write \(file) (Not a directory)"),
      (file + "/below", "cannot write \(file)/below (Not a directory)"),
      (saved + "/a/b", "cannot write \(saved)/a/b (No such file or directory)"),
    ] {
      #expect(
        serve("--data", tool.folder.path(of: "auth.db"), "--export-on-exit", folder)
          == .init(73, errors: "error: \(message)\n"))
    }
    #expect(
      serve("--export-on-exit", saved)
        == .init(
          73,
          errors: """
            error: \(saved) contains other files, but no export
              Name a new or an empty folder, or an earlier export.

            """))
    tool.folder.write("{", to: "saved/firebase-export-metadata.json")
    #expect(serve("--export-on-exit", saved).status == 65)
    #expect(tool.folder.names() == ["config", "file", "saved"])
    tool.folder.write("{}", to: "saved/firebase-export-metadata.json")
    #expect(serve("--export-on-exit", saved).status == 0)
  }
}
