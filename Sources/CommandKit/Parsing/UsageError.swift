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
