package import CommandKit
private import Essentials

/// The completion script for zsh: the file `_usher` in a folder of `fpath`, or a script to source.
package struct ZshCompletion {
  private let tool: ToolDescription

  package init(_ tool: ToolDescription) {
    self.tool = tool
  }

  /// The script. It has a function for the root, each group and each command. Each function calls the functions of
  /// paths that are one word longer.
  ///
  /// The script asks the tool for values that change, with the whole line before the cursor. The functions below a
  /// group see only their part of it.
  package var script: String {
    """
    #compdef \(tool.name)
    # Completes \(tool.name) in zsh; generated from its command table.

    # Adds the values after --, and those that there are now, which only the tool knows.
    _\(tool.name)_live() {
      local -i end=${@[(i)--]}
      local -a plain=("${(@)argv[1,end-1]}") values=("${(@)argv[end+1,-1]}") asked=("${(@)before}") shown
      local value help
      # What IPREFIX holds is an option with its value joined to it.
      [[ -z $IPREFIX ]] || asked+=("${IPREFIX%=}")
      shown=("${(@)values}")
      while IFS=$'\\t' read -r value help; do
        (( ${values[(Ie)$value]} )) && continue
        values+=("$value") shown+=("$value${help:+  -- $help}")
      done < <(command \(tool.name) \(Completions.query) -- "${(@)asked}" '' 2>/dev/null </dev/null)
      compadd "${(@)plain}" -l -d shown -a values
    }

    \(([""] + tool.paths).map(function).joined(separator: "\n\n"))

    if [[ $funcstack[1] == _\(tool.name) ]]; then
      _\(tool.name) "$@"
    else
      compdef _\(tool.name) \(tool.name)
    fi

    """
  }

  private func function(_ path: String) -> String {
    let command = tool.command(path)
    let branches = tool.branches(of: path)
    var lines = branches.isEmpty ? [] : ["local curcontext=$curcontext state line", "local -A opt_args"]
    if path.isEmpty {
      lines.append("local -a before=(\"${(@Q)words[2,CURRENT-1]}\")")
      lines += ["local -a every=("] + tool.globals.flatMap(specs).map { "  " + $0 } + [")"]
    }
    let flags = branches.isEmpty ? "-s -S" : "-C -s -S"
    let operands =
      branches.isEmpty
      ? (command?.operands ?? []).map(spec) : ["'(-)1: :->word'", "'(-)*:: :->rest'"]
    let specs = ["$every"] + (command?.options ?? []).flatMap(specs) + operands
    lines.append("_arguments \(flags) " + specs.joined(separator: " \\\n    "))
    if !branches.isEmpty { lines += follow(branches, insteadOf: command?.operands.first) }
    return (["\(name(path))() {"] + lines.map { "  " + $0 } + ["}"]).joined(separator: "\n")
  }

  /// - Parameter operand: What the group itself takes where no subcommand stands.
  private func follow(
    _ branches: [ToolDescription.Branch], insteadOf operand: ArgumentDescription?
  ) -> [String] {
    let words = branches.map { "    " + ShellWords.quoted(escaped($0.word) + ":" + $0.abstract.english) }
    let calls = branches.map { "    \($0.word)) \(name($0.path)) ;;" }
    return ["case $state in", "word)", "  local -a next=("] + words
      + ["  )", "  _describe -t commands command next"] + values(of: operand)
      + ["  ;;", "rest)", "  case $line[1] in"]
      + calls + ["  esac", "  ;;", "esac"]
  }

  private func values(of operand: ArgumentDescription?) -> [String] {
    switch operand?.completion {
    case .choices(let words)?: ["  compadd -- " + words.map(ShellWords.quoted).joined(separator: " ")]
    case .live(_, let words)?:
      ["  _\(tool.name)_live -- " + words.map(ShellWords.quoted).joined(separator: " ")]
    case .file?, .secretFile?, .directory?: ["  " + action(operand?.completion ?? .none)]
    case Completion.none?, nil: []
    }
  }

  /// Returns a spec for each spelling. One spelling excludes the others, unless the option repeats.
  private func specs(_ option: ArgumentDescription) -> [String] {
    let takesValue = option.kind == .option
    let others = option.spellings.joined(separator: " ")
    let prefix = takesValue && option.repeats ? "*" : "(\(others))"
    let colon = option.isValueOptional ? "::" : ":"
    let value = takesValue ? "\(colon)\(escaped(option.value ?? "")):\(action(option.completion))" : ""
    return option.spellings.map { spelling in
      let joint = !takesValue ? "" : spelling.hasPrefix("--") ? "=" : "+"
      return ShellWords.quoted(prefix + spelling + joint + "[\(escaped(option.help.english))]" + value)
    }
  }

  private func spec(_ operand: ArgumentDescription) -> String {
    if operand.kind == .rest { return ShellWords.quoted("*:::\(escaped(operand.spelling)):_normal") }
    let place = operand.repeats ? "*:" : operand.isRequired ? ":" : "::"
    return ShellWords.quoted(place + escaped(operand.spelling) + ":" + action(operand.completion))
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file, .secretFile: "_files"
    case .directory: "_files -/"
    case .live(_, let words):
      "_\(tool.name)_live" + (words.isEmpty ? "" : " -- " + words.joined(separator: " "))
    case .choices(let words):
      "(" + words.map { ShellWords.escaped($0, " ():\\") }.joined(separator: " ") + ")"
    }
  }

  private func name(_ path: String) -> String {
    "_" + ([tool.name] + path.split(separator: " ").map(String.init)).joined(separator: "_")
  }

  private func escaped(_ text: String) -> String {
    ShellWords.escaped(text, "[]:\\")
  }
}
