package import Essentials

/// What is wrong with a command line. `CommandTable.explanation` puts it into words.
package enum UsageError: Error, Equatable, Sendable {
  /// The name as far as it was typed, and names that may have been meant.
  case unknownCommand(String, suggestions: [String])
  /// The line names a group (the root, if empty) and stops.
  case missingCommand(group: String)
  /// `isRest` if the command needs words after `--`, which may be such options.
  case unknownOption(String, suggestions: [String], isRest: Bool = false)
  case refusedOption(String, advice: Text)
  /// `before` is the word that could have been the value if it did not look like an option.
  case missingValue(option: String, value: String, before: String?)
  case unexpectedValue(option: String)
  case invalidValue(String, argument: String, reason: Text)
  case repeatedOption(String)
  case missingArgument(String, isRest: Bool = false)
  /// `isRest` if the command takes such words, but after `--` only.
  case unexpectedArgument(String, suggestions: [String], isRest: Bool = false)
  case notUTF8(position: Int)
  /// What only the command can know: arguments that do not go together, input that nobody can be asked for.
  case misuse(Text, hint: Hint? = nil)

  package var isUnknownCommand: Bool {
    if case .unknownCommand = self { true } else { false }
  }
}

/// A usage error in words.
package struct UsageExplanation: Equatable, Sendable {
  /// In lower case, without a full stop.
  package let message: Text
  package let usage: String

  /// What to do next.
  package let hint: Hint
}

extension CommandTable {
  /// Puts `error`, met at `topic`, into words.
  package func explanation(of error: UsageError, at topic: Topic) -> UsageExplanation {
    UsageExplanation(
      message: error.message, usage: usage(of: topic),
      hint: hint(for: error, at: topic) ?? fallbackHint(topic))
  }

  /// `usher confirm-code [options] [CODE]`.
  package func usage(of topic: Topic) -> String {
    ToolDescription(
      name: name, abstract: "", discussion: "", globals: [], groups: [],
      commands: description(of: topic).map { [$0] } ?? []
    ).usage(of: topic.path)
  }

  private func description(of topic: Topic) -> CommandDescription? {
    command(topic.path).map { CommandDescription($0, withFields: false) }
  }

  private func hint(for error: UsageError, at topic: Topic) -> Hint? {
    switch error {
    case .unknownCommand(_, let suggestions), .unexpectedArgument(_, let suggestions, false):
      Hint(didYouMean: suggestions.map { name + " " + $0 })
    case .unknownOption(_, [], true): "put -- before \(rest(of: topic))"
    case .unknownOption(let option, [], false): Hint(didYouMean: suggestions(for: option, below: topic))
    case .unknownOption(_, let suggestions, _):
      suggestions.isEmpty ? nil : "did you mean \(Text(anyOf: suggestions))?"
    case .refusedOption(_, let advice): Hint(advice)
    case .missingValue(let option, _, let word?):
      Hint("if the value begins with a dash, write", copying: "\(option)=\(abridged(word))")
    case .unexpectedArgument(_, _, true), .missingArgument(_, true): "put -- before \(rest(of: topic))"
    case .missingArgument(let name, false): choices(for: name, of: topic)
    case .misuse(_, let hint): hint
    default: nil
    }
  }

  /// The words that the argument may be; nil if it may be any.
  private func choices(for spelling: String, of topic: Topic) -> Hint? {
    guard let choices = description(of: topic)?.arguments.first(where: { $0.spelling == spelling })?.choices,
      !choices.isEmpty
    else { return nil }
    return Hint("it is one of: \(choices.joined(separator: ", "))")
  }

  /// What stands after `--`, as the usage line calls it.
  private func rest(of topic: Topic) -> Text {
    let words = description(of: topic)?.arguments.first { $0.kind == .rest }?.spelling
    return words.map { Text(verbatim: $0) } ?? "the rest"
  }

  private func fallbackHint(_ topic: Topic) -> Hint {
    switch topic {
    case .command(let path): Hint("see the options", copying: "\(name) \(path) --help")
    case .group(let path): Hint("see the commands", copying: "\(name) \(path) --help")
    case .root: Hint("see the commands", copying: "\(name) --help")
    }
  }
}

extension UsageError {
  fileprivate var message: Text {
    switch self {
    case .unknownCommand(let name, _): "unknown command '\(abridged(name))'"
    case .missingCommand(""): "a command is missing"
    case .missingCommand(let group): "'\(group)' needs a subcommand"
    case .unknownOption(let option, _, _): "unknown option \(abridged(option))"
    case .refusedOption(let option, _): "there is no option \(option)"
    case .missingValue(let option, let value, _): "\(option) needs a value: \(option) \(value)"
    case .unexpectedValue(let option): "\(option) does not take a value"
    case .invalidValue(let value, let argument, let reason):
      "'\(abridged(value))' is not valid for \(argument): it \(reason)"
    case .repeatedOption(let option): "\(option) is given more than once"
    case .missingArgument(let name, _): "\(name) is missing"
    case .unexpectedArgument(let word, _, _): "unexpected argument '\(abridged(word))'"
    case .notUTF8(let position): "argument \(position) is not valid UTF-8"
    case .misuse(let message, _): message
    }
  }
}

/// As much of a typed word as a message can bear.
private func abridged(_ word: String) -> String {
  let start = word.prefix(60)
  return start.endIndex == word.endIndex ? word : start + "..."
}
