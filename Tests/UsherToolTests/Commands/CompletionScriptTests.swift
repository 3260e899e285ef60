import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import usher_pages

/// `completion`: the scripts that are checked in.
struct CompletionScriptTests {
  private let tool = ToolHarness(isFirstRun: true)

  @Test(arguments: [("bash", "usher.bash"), ("zsh", "_usher"), ("fish", "usher.fish")])
  func aShellsScriptIsPrinted(_ shell: String, _ file: String) throws {
    let script = try #require(Pages.generated.texts["completions/" + file])
    #expect(tool.run("completion", shell) == .init(0, output: script))
    #expect(tool.run("completion", shell, "--json").json?["script"] == .string(script))
    #expect(tool.folder.names() == [])
  }

  @Test(arguments: [["completion"], ["completion", "powershell"]])
  func anotherShellHasNone(_ words: [String]) {
    #expect(tool.run(words).status == 64)
  }
}
