package import CommandKit

/// The completion script for bash, from version 3.2 on, without the package bash-completion.
package struct BashCompletion {
  private let tool: ToolDescription

  package init(_ tool: ToolDescription) {
    self.tool = tool
  }

  /// The script. It walks the words before the cursor to learn the command, how many operands it has
  /// already, and whether an option waits for its value; then three tables say what may follow.
  package var script: String {
    """
    # shellcheck shell=bash
    # Completes \(tool.name) in bash; generated from its command table.

    _\(tool.name)_reply() {
      local word
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done < <(compgen "$@")
    }

    _\(tool.name)_files() {
      compopt -o filenames 2>/dev/null
      _\(tool.name)_reply "$@"
    }

    _\(tool.name)() {
      local cur=${COMP_WORDS[COMP_CWORD]} path='' next='' option='' rest='' glue='' word
      local -i i place=0
      COMPREPLY=()

      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        next=${path:+$path }$word
        if [[ $word && -z ${word//[:=]/} ]]; then
          # bash takes --name=value and http://host apart.
          glue=yes
        elif [[ $glue ]]; then
          glue='' option=''
        elif [[ $rest ]]; then
          place+=1
        elif [[ $option ]]; then
          option=''
        elif [[ $word == -- ]]; then
          rest=yes place=0
        elif [[ $word == -* ]]; then
          case $path:$word in
    \(lines(valued, indent: 6))
          esac
        else
          case $next in
          \(pathPatterns)) path=$next ;;
          *) place+=1 ;;
          esac
        fi
      done

      if [[ $option ]]; then
        [[ $cur != '=' ]] || cur=''
        case $path:$option in
    \(lines(values))
        esac
      elif [[ $rest ]]; then
        case $path/$place in
    \(lines(rests))
        esac
      elif [[ $cur == -* ]]; then
        case $path in
    \(lines(options))
        esac
        _\(tool.name)_reply -W '\(globals)' -- "$cur"
      else
        case $path/$place in
    \(lines(operands))
        esac
      fi
    }

    complete -F _\(tool.name) \(tool.name)

    """
  }

  private var valued: [String] {
    tool.valued.map { path, spellings in
      patterns(path, spellings) + ") option=$word ;;"
    }
  }

  /// `*:-p | *:--profile`
  private func patterns(_ path: String, _ spellings: [String]) -> String {
    let path = path == "*" ? path : ShellWords.quoted(path)
    return spellings.map { path + ":" + $0 }.joined(separator: " | ")
  }

  private var pathPatterns: String {
    tool.paths.map(ShellWords.quoted).joined(separator: " | ")
  }

  private var globals: String {
    tool.globals.flatMap(\.spellings).joined(separator: " ")
  }

  private var values: [String] {
    let own = tool.commands.flatMap { command in
      command.options.compactMap { entry(command.name, $0) }
    }
    return own + tool.globals.compactMap { entry("*", $0) }
  }

  private func entry(_ path: String, _ option: ArgumentDescription) -> String? {
    reply(option.completion).map { patterns(path, option.spellings) + ") \($0) ;;" }
  }

  private var rests: [String] {
    tool.commands.filter { $0.operands.contains { $0.kind == .rest } }.flatMap { command in
      let path = ShellWords.quoted(command.name)
      return [
        path + "/0) _\(tool.name)_reply -c -- \"$cur\" ;;",
        path + "/*) _\(tool.name)_files -f -- \"$cur\" ;;",
      ]
    }
  }

  private var options: [String] {
    tool.commands.filter { !$0.options.isEmpty }.map { command in
      let words = command.options.flatMap(\.spellings).joined(separator: " ")
      return ShellWords.quoted(command.name) + ") _\(tool.name)_reply -W '\(words)' -- \"$cur\" ;;"
    }
  }

  private var operands: [String] {
    let words = ([""] + tool.paths).compactMap { path -> String? in
      let words = tool.branches(of: path).map(\.word)
      return words.isEmpty ? nil : entry(path, "0", reply(.choices(words)))
    }
    return words
      + tool.commands.flatMap { command in
        tool.places(of: command).compactMap { place, operand in
          entry(command.name, place.map(String.init) ?? "*", reply(operand.completion))
        }
      }
  }

  private func entry(_ path: String, _ place: String, _ reply: String?) -> String? {
    reply.map { (path.isEmpty ? "" : ShellWords.quoted(path)) + "/\(place)) \($0) ;;" }
  }

  private func reply(_ completion: Completion) -> String? {
    switch completion {
    case .none, .live: nil
    case .file: "_\(tool.name)_files -f -- \"$cur\""
    case .directory: "_\(tool.name)_files -d -- \"$cur\""
    case .choices(let words):
      "_\(tool.name)_reply -W \(ShellWords.quoted(words.joined(separator: " "))) -- \"$cur\""
    }
  }

  private func lines(_ entries: [String], indent: Int = 4) -> String {
    entries.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
