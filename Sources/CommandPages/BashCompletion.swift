package import CommandKit

/// The completion script for bash 3.2 and later. It does not need the package bash-completion.
package struct BashCompletion {
  private let tool: ToolDescription

  package init(_ tool: ToolDescription) {
    self.tool = tool
  }

  /// The script.
  ///
  /// It splits the line before the cursor itself, because bash also splits words at `=`, `:` and `@`. From the words,
  /// it finds the command, the number of operands, and an option without its value. Three tables then contain the
  /// possible words. The script asks the tool only for values that change.
  package var script: String {
    #"""
    # shellcheck shell=bash
    # Completes \#(tool.name) in bash; generated from its command table.

    # Reads the line before the cursor: words, without their quotes; the quote that is open at its end; and
    # what of the last word stands before the part that readline replaces.
    _\#(tool.name)_split() {
      local text=${COMP_LINE:0:COMP_POINT} word='' begun='' part breaks=${COMP_WORDBREAKS//[!=:@]/}
      words=() quote='' kept=''
      while [[ $text ]]; do
        case $quote in
        \')
          part=${text%%\'*}
          word+=$part text=${text:${#part}}
          [[ -z $text ]] || quote='' kept=$word text=${text:1}
          ;;
        \")
          part=${text%%[\"\\]*}
          word+=$part text=${text:${#part}}
          case $text in
          \"*) quote='' kept=$word text=${text:1} ;;
          \\[\"\\\$\`]*) word+=${text:1:1} text=${text:2} ;;
          \\*) word+=\\ text=${text:1} ;;
          esac
          ;;
        *)
          part=${text%%[[:space:]\"\'\\]*}
          if [[ $breaks && $part == *["$breaks"]* ]]; then
            # Of what it splits at, readline replaces @ alone.
            kept=$word${part%"${part##*["$breaks"]}"} kept=${kept%@}
          fi
          word+=$part text=${text:${#part}} begun+=$part
          case $text in
          [[:space:]]*)
            [[ -z $begun ]] || words+=("$word")
            word='' begun='' kept='' text=${text:1}
            ;;
          [\"\']*) begun=yes quote=${text:0:1} kept=$word text=${text:1} ;;
          \\*) begun=yes word+=${text:1:1} text=${text:2} ;;
          esac
          ;;
        esac
      done
      words+=("$word")
    }

    # Adds those of the words that go on with what was typed, quoted as the line needs it.
    _\#(tool.name)_offer() {
      local word
      for word; do
        [[ $word == "$cur"* ]] || continue
        word=$lead$word
        word=${word#"$kept"}
        case $quote in
        \') word=${word//\'/\'\\\'\'} ;;
        \") word=${word//\\/\\\\} word=${word//\"/\\\"} word=${word//\$/\\\$} word=${word//\`/\\\`} ;;
        *) [[ -z $word ]] || printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
      done
    }

    # Adds what compgen finds; readline quotes names of files itself.
    _\#(tool.name)_files() {
      local word
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do
        word=$lead$word
        COMPREPLY+=("${word#"$kept"}")
      done < <(compgen "$@" -- "$cur")
    }

    # Adds the values that there are now, which only the tool knows.
    _\#(tool.name)_live() {
      local value
      while IFS=$'\t' read -r value _; do
        _\#(tool.name)_offer "$value"
      done < <(command \#(tool.name) \#(Completions.query) -- "${words[@]:1:last-1}" ${lead:+"$option"} '' 2>/dev/null </dev/null)
    }

    # Whether an option takes a value after this path.
    _\#(tool.name)_valued() {
      case $1:$2 in
    \#(lines(valued, indent: 2))
      *) return 1 ;;
      esac
    }

    _\#(tool.name)() {
      local words quote kept cur lead='' path='' next='' option='' rest='' word
      local -i i last place=0
      COMPREPLY=()
      _\#(tool.name)_split
      last=${#words[@]}-1
      cur=${words[last]}

      for ((i = 1; i < last; i++)); do
        word=${words[i]}
        next=${path:+$path }$word
        if [[ $rest ]]; then
          place+=1
        elif [[ $option ]]; then
          option=''
        elif [[ $word == -- ]]; then
          rest=yes place=0
        elif [[ $word == -* ]]; then
          ! _\#(tool.name)_valued "$path" "$word" || option=$word
        else
          case $next in
          \#(pathPatterns)) path=$next ;;
          *) place+=1 ;;
          esac
        fi
      done
      if [[ ! $rest && ! $option && $cur == --*=* ]]; then
        option=${cur%%=*} lead=${cur%%=*}= cur=${cur#*=}
      fi

      if [[ $option ]]; then
        case $path:$option in
    \#(lines(values))
        esac
      elif [[ $rest ]]; then
        case $path/$place in
    \#(lines(rests))
        esac
      elif [[ $cur == -* ]]; then
        case $path in
    \#(lines(options))
        esac
        _\#(tool.name)_offer \#(globals)
      else
        case $path/$place in
    \#(lines(operands))
        esac
      fi
    }

    complete -F _\#(tool.name) \#(tool.name)

    """#
  }

  private var valued: [String] {
    tool.valued.map { path, spellings in patterns(path, spellings) + ") ;;" }
  }

  /// Returns the patterns of options at a path, for example `*:-p | *:--profile`.
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
      return [path + "/0) _\(tool.name)_files -c ;;", path + "/*) _\(tool.name)_files -f ;;"]
    }
  }

  private var options: [String] {
    tool.commands.filter { !$0.options.isEmpty }.map { command in
      let words = command.options.flatMap(\.spellings).joined(separator: " ")
      return ShellWords.quoted(command.name) + ") _\(tool.name)_offer \(words) ;;"
    }
  }

  private var operands: [String] {
    let paths = [""] + tool.paths
    let words = paths.compactMap { path -> String? in
      let words = tool.branches(of: path).map(\.word)
      guard !words.isEmpty else { return nil }
      // The first operand and the words of longer commands have the same place, so they are in one pattern.
      let command = tool.commands.first { $0.name == path }
      let operand = command.flatMap { tool.places(of: $0).first { $0.0 == 0 } }
      return entry(path, "0", reply(.choices(words + (operand?.1.completion.choices ?? []))))
    }
    return words
      + tool.commands.flatMap { command in
        tool.places(of: command).compactMap { place, operand in
          place == 0 && !tool.branches(of: command.name).isEmpty
            ? nil : entry(command.name, place.map(String.init) ?? "*", reply(operand.completion))
        }
      }
  }

  private func entry(_ path: String, _ place: String, _ reply: String?) -> String? {
    reply.map { (path.isEmpty ? "" : ShellWords.quoted(path)) + "/\(place)) \($0) ;;" }
  }

  private func reply(_ completion: Completion) -> String? {
    let offer = "_\(tool.name)_offer " + completion.choices.map(ShellWords.quoted).joined(separator: " ")
    return switch completion {
    case .none: nil
    case .file, .secretFile: "_\(tool.name)_files -f"
    case .directory: "_\(tool.name)_files -d"
    case .choices: offer
    // If the tool can be run, it lists the choices, too.
    case .live(_, choices: []): "_\(tool.name)_live"
    case .live: "_\(tool.name)_live; [[ ${COMPREPLY[*]} ]] || \(offer)"
    }
  }

  private func lines(_ entries: [String], indent: Int = 4) -> String {
    entries.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
