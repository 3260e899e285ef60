import CommandKit
import CommandPages

struct CompletionScript: ToolCommand, WorksUnconfigured {
  static let name = "completion"
  static let abstract = "Print the completion script of a shell."
  static let discussion = """
    make install and the packages already put the scripts in place. Use this if your shell does not find them.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.shell, "shell", help: "The shell that reads the script.")
  ]
  static let examples = [
    Example(
      "usher completion bash > ~/.local/share/bash-completion/completions/usher", "Install it for bash."),
    Example("usher completion zsh > ~/.zfunc/_usher", "Install it for zsh, in a folder of fpath."),
    Example("usher completion fish > ~/.config/fish/completions/usher.fish", "Install it for fish."),
  ]

  enum Shell: String, CaseIterable, ArgumentValue, Codable {
    case bash, zsh, fish

    /// Returns the completion script of this shell for `tool`.
    fileprivate func script(of tool: ToolDescription) -> String {
      switch self {
      case .bash: BashCompletion(tool).script
      case .zsh: ZshCompletion(tool).script
      case .fish: FishCompletion(tool).script
      }
    }
  }

  var shell = Shell.bash

  struct Result: CommandResult {
    var shell: Shell
    var script: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let script = shell.script(of: Tool.commands.description)
    let lines = script.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    return Report(.ok, Result(shell: shell, script: script), lines: lines.map(String.init), isVerbatim: true)
  }
}
