package import CommandKit
import CommandPages

/// The real shells with a tool's completions: what each offers when tab is pressed.
///
/// They stand in a folder with a file `anchor`, a folder `berth` and a program `portside`.
package final class CompletionShells {
  private let tool: String
  private let folder = TemporaryFolder()

  package init(_ tool: ToolDescription) throws {
    self.tool = tool.name
    folder.write("", to: "anchor")
    folder.write("", to: "portside", mode: 0o700)
    folder.write(BashCompletion(tool).script, to: "\(tool.name).bash")
    folder.write(FishCompletion(tool).script, to: "\(tool.name).fish")
    folder.write(ZshCompletion(tool).script, to: "_\(tool.name)")
    folder.write(Self.zshInside, to: "inside.zsh")
    folder.write(Self.zshOutside, to: "outside.zsh")
    _ = try Program("mkdir", "berth").run(in: folder.path)
  }

  /// What bash offers after `words`, which it takes apart at = and : too.
  package func bash(_ words: [String]) throws -> Set<String> {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let output = try Program(
      "bash", "--norc", "-c",
      """
      PATH=$PATH:$PWD; source \(tool).bash; COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _\(tool); printf '%s\\n' "${COMPREPLY[@]}"
      """
    ).run(in: folder.path)
    return Set(output.split(separator: "\n").map(String.init))
  }

  package func bash(_ line: String) throws -> Set<String> {
    try bash(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }

  /// What fish offers after each of `lines`.
  package func fish(_ lines: [String]) throws -> [Set<String>] {
    let ask = lines.map { "complete -C '\($0)'; echo ==" }.joined(separator: "\n")
    let answers = try Program("fish", "--no-config", "-c", "set -a PATH $PWD; source \(tool).fish; " + ask)
      .run(in: folder.path).split(separator: "==\n", omittingEmptySubsequences: false)
    return answers.dropLast().map { answer in
      Set(answer.split(separator: "\n").map { word in String(word.prefix { $0 != "\t" && $0 != "/" }) })
    }
  }

  /// What zsh offers after each of `lines`.
  package func zsh(_ lines: [String]) throws -> [Set<String>] {
    try Program("zsh", "-f", "outside.zsh")
      .run(input: lines.map { $0 + "\n" }.joined(), in: folder.path).split(separator: "\n")
      .map { answer in
        let words = answer.split(separator: " ").map(String.init)
        return Set(words.first == "offers" ? words.dropFirst() : words[...])
      }
  }

  /// Types each line of the input at an interactive zsh on a terminal of its own, presses tab, and prints what
  /// was offered.
  private static let zshOutside = """
    zmodload zsh/zpty zsh/zselect
    zpty -b inner zsh -f -i
    zpty -w inner "PS1=; LISTMAX=10000; path+=($PWD); fpath=($PWD \\$fpath)"
    zpty -w inner "autoload -Uz compinit; compinit -u -D; source $PWD/inside.zsh"
    while IFS= read -r line; do
      rm -f done
      zpty -w -n inner $'\\x15'"$line"$'\\t'
      for ((i = 0; i < 1000; i++)); do
        [[ -e done ]] && break
        zpty -r -t inner discarded
        zselect -t 1
      done
      [[ -e done ]] && print -r -- offers ${(f)"$(<hits)"} || print timeout
    done
    """

  private static let zshInside = """
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a hits
      builtin compadd -A hits "$@"
      print -rl -- $hits >>hits
      builtin compadd "$@"
    }
    offered() {
      : >hits
      _main_complete
      : >done
    }
    zle -C offered complete-word offered
    bindkey '^I' offered
    """
}
