package import CommandKit
import CommandPages

/// The real shells with a tool's completions: what each offers when tab is pressed.
///
/// They stand in a folder with a file `anchor`, a folder `berth` and a program `portside`.
package final class CompletionShells {
  private let tool: String
  private let folder = TemporaryFolder()

  /// - Parameter values: What the tool itself answers when it is asked for values: a value, a tab, what it is.
  package init(_ tool: ToolDescription, values: [String] = []) throws {
    self.tool = tool.name
    folder.write("", to: "anchor")
    folder.write("", to: "portside", mode: 0o700)
    folder.write(values.map { $0 + "\n" }.joined(), to: "values")
    folder.write(
      "#!/bin/sh\ncd '\(folder.path)' && printf '<%s>' \"$@\" >>asked && echo >>asked && cat values\n",
      to: tool.name, mode: 0o700)
    folder.write(BashCompletion(tool).script, to: "\(tool.name).bash")
    folder.write(FishCompletion(tool).script, to: "\(tool.name).fish")
    folder.write(ZshCompletion(tool).script, to: "_\(tool.name)")
    folder.write(Self.zshInside, to: "inside.zsh")
    folder.write(Self.zshOutside, to: "outside.zsh")
    folder.write(Self.bashInside, to: "inside.bash")
    folder.write(Self.bashOutside, to: "outside-bash.zsh")
    _ = try Program("mkdir", "berth").run(in: folder.path)
  }

  /// The words that the tool was asked with, each in brackets, since this was last read.
  package func asked() -> [String] {
    let asked = folder.text(of: "asked") ?? ""
    folder.write("", to: "asked")
    return asked.split(separator: "\n").map(String.init)
  }

  /// What bash offers in place of what readline takes for the last word of `line`.
  package func bash(_ line: String) throws -> Set<String> {
    let output = try Program(
      "bash", "--norc", "-c",
      """
      PATH=$PATH:$PWD; source \(tool).bash; COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
      COMP_LINE=$1 COMP_POINT=${#1}; _\(tool); printf '%s\\n' "${COMPREPLY[@]}"
      """, "bash", line
    ).run(in: folder.path)
    return Set(output.split(separator: "\n").map(String.init))
  }

  /// What each of `lines` becomes in a bash at a terminal when tab is pressed.
  package func completedInBash(_ lines: [String]) throws -> [String] {
    try Program("zsh", "-f", "outside-bash.zsh", tool)
      .run(input: lines.map { $0 + "\n" }.joined(), in: folder.path).split(separator: "\n").map(String.init)
  }

  /// What fish offers after each of `lines`.
  package func fish(_ lines: [String]) throws -> [Set<String>] {
    let ask = lines.map { "complete -C '\($0)'; echo ==" }.joined(separator: "\n")
    let answers = try Program("fish", "--no-config", "-c", "set -a PATH $PWD; source \(tool).fish; " + ask)
      .run(in: folder.path).split(separator: "==\n", omittingEmptySubsequences: false)
    return answers.dropLast().map { answer in
      Set(
        answer.split(separator: "\n").map { line in
          let word = line.prefix { $0 != "\t" }
          return String(word.last == "/" ? word.dropLast() : word)
        })
    }
  }

  /// What zsh offers after each of `lines`.
  package func zsh(_ lines: [String]) throws -> [Set<String>] {
    try Program("zsh", "-f", "outside.zsh")
      .run(input: lines.map { $0 + "\n" }.joined(), in: folder.path).split(separator: "\n")
      .map { answer in
        let words = answer.split(separator: "\t").map(String.init)
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
      [[ -e done ]] && print -r -- offers$'\t'${(pj:\t:)${(f)"$(<hits)"}} || print timeout
    done
    """

  /// The same for bash, which says what the line is then.
  private static let bashOutside = #"""
    zmodload zsh/zpty zsh/zselect
    zpty -b inner bash --norc --noprofile -i
    zpty -w inner "PS1=; PATH=\$PATH:$PWD; cd $PWD; source $1.bash; source inside.bash"
    while IFS= read -r line; do
      rm -f done
      zpty -w -n inner $'\x15'"$line"$'\t\x18d'
      for ((i = 0; i < 1000; i++)); do
        [[ -e done ]] && break
        zpty -r -t inner discarded
        zselect -t 1
      done
      [[ -e done ]] && print -r -- "$(<line)" || print timeout
    done
    """#

  private static let bashInside = #"""
    line_is() {
      printf '%s\n' "$READLINE_LINE" >line
      : >done
    }
    bind -x '"\C-xd": line_is'
    """#

  private static let zshInside = """
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a hits
      builtin compadd -A hits "$@"
      print -rl -- ${(Q)hits} >>hits
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
