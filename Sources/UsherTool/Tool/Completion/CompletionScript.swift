import CommandKit
import CommandPages
import Essentials

struct CompletionScript: ToolCommand {
  static let name = "completion"
  static let worksUnconfigured = true
  static let abstract: Text = "Print the completion script of a shell."
  static let discussion = """
    make install and the packages already put the scripts in place. Use this if your shell does not find them. \
    Then open a new shell.
    """
  static let manual = """
    For zsh, you can keep the script in a folder instead. Then zsh starts faster:

      mkdir -p ~/.zfunc
      usher completion zsh > ~/.zfunc/_usher

    Add these lines to ~/.zshrc:

      fpath=(~/.zfunc $fpath)
      autoload -Uz compinit && compinit
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.shell, "shell", help: "The shell that reads the script.")
  ]
  static let examples = [
    Example(#"echo 'eval "$(usher completion bash)"' >> ~/.bashrc"#, "Install it for bash."),
    Example(
      #"echo 'autoload compinit; compinit; eval "$(usher completion zsh)"' >> ~/.zshrc"#,
      "Install it for zsh."),
    Example(
      "mkdir -p ~/.config/fish/completions\nusher completion fish > ~/.config/fish/completions/usher.fish",
      "Install it for fish."),
  ]

  enum Shell: String, CaseIterable, ArgumentValue, Codable {
    case bash, zsh, fish

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
    return Report(
      .ok, Result(shell: shell, script: script), lines: lines.map { Text(verbatim: String($0)) },
      isVerbatim: true)
  }
}
