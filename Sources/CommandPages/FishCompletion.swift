package import CommandKit
private import Essentials

package struct FishCompletion {
  private let tool: ToolDescription

  package init(_ tool: ToolDescription) {
    self.tool = tool
  }

  /// The script.
  ///
  /// One function reads the words before the cursor and prints their place: "mfa enroll/1" after the command and one
  /// operand, "exec/--0" after two dashes. Each completion has a place as its condition.
  package var script: String {
    """
    # Completes \(tool.name) in fish; generated from its command table.

    function __\(tool.name)_place
        set -l path
        set -l place 0
        set -l option
        set -l rest
        set -l words (commandline -opc)
        for word in $words[2..-1]
            if test -n "$rest"
                set place (math $place + 1)
                continue
            else if test -n "$option"
                set option
                continue
            end
            switch "$path:$word"
                case '*:--'
                    set rest --
                    set place 0
                    continue
                case \(valuedPatterns)
                    set option $word
                    continue
                case '*:-?*'
                    continue
            end
            set -l next (string trim -- "$path $word")
            if contains -- "$next" \(tool.paths.map(ShellWords.fish).joined(separator: " "))
                set path $next
            else
                set place (math $place + 1)
            end
        end
        echo "$path/$rest$place"
    end

    function __\(tool.name)_at
        string match -q -- $argv[1] (__\(tool.name)_place)
    end

    # The values that there are now, which only the tool knows.
    function __\(tool.name)_live
        set -l words (commandline -opc)
        set -l token (commandline -ct)
        switch "$token"
            case '--*=*'
                set -a words (string split -m 1 = -- $token)[1]
            case '--*'
            case '-?*'
                set -a words (string sub -l 2 -- $token)
        end
        command \(tool.name) \(Completions.query) -- $words[2..-1] '' 2>/dev/null </dev/null
    end

    complete -c \(tool.name) -f
    \(entries.map { "complete -c \(tool.name) " + $0 }.joined(separator: "\n"))

    """
  }

  private var valuedPatterns: String {
    tool.valued.map { path, spellings in
      spellings.map { ShellWords.fish(path + ":" + $0) }.joined(separator: " ")
    }.joined(separator: " \\\n" + String(repeating: " ", count: 20))
  }

  private var entries: [String] {
    let words = ([""] + tool.paths).flatMap { path in
      tool.branches(of: path).map { branch in
        condition(path, "0") + " -a \(branch.word) -d " + ShellWords.fish(branch.abstract.english)
      }
    }
    return words + tool.globals.map(option) + tool.commands.flatMap(entries)
  }

  private func entries(_ command: CommandDescription) -> [String] {
    let operands = tool.places(of: command).compactMap { place, operand -> String? in
      guard operand.completion != .none else { return nil }
      return condition(command.name, place.map(String.init) ?? "*") + values(operand.completion)
    }
    let rest = command.operands.filter { $0.kind == .rest }.flatMap { _ in
      [
        condition(command.name, "--0") + " -F -a '(__fish_complete_command)'",
        condition(command.name, "--*") + " -F",
      ]
    }
    return command.options.map { condition(command.name, "*") + " " + option($0) } + operands + rest
  }

  private func option(_ option: ArgumentDescription) -> String {
    let names = (option.short.map { "-s \($0) " } ?? "") + "-l " + option.name
    let value = option.kind == .option ? " -r" + values(option.completion) : ""
    return names + value + " -d " + ShellWords.fish(option.help.english)
  }

  private func values(_ completion: Completion) -> String {
    switch completion {
    case .none: " -f"
    case .file, .secretFile: " -F"
    case .directory: " -f -a '(__fish_complete_directories)'"
    case .live(_, let words):
      " -f -a " + ShellWords.fish((words + ["(__\(tool.name)_live)"]).joined(separator: " "))
    case .choices(let words): " -f -a " + ShellWords.fish(words.joined(separator: " "))
    }
  }

  private func condition(_ path: String, _ place: String) -> String {
    "-n " + ShellWords.fish("__\(tool.name)_at " + ShellWords.fish(path + "/" + place))
  }
}
