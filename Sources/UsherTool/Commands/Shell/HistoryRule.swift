import CommandKit
import Flows
import IdentityToolkit

/// The rule for lines in a history: no line with a secret, a code or a link, even if the line is wrong.
struct HistoryRule {
  private let commands: CommandTable<Context, GlobalOptions>

  init(_ commands: CommandTable<Context, GlobalOptions>) {
    self.commands = commands
  }

  /// Returns whether `line` may be saved. A line that begins with a space is not saved.
  func keeps(_ line: String) -> Bool {
    guard let first = line.first, !first.isWhitespace, line.utf8.count <= HistoryFile.lineLimit,
      !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return false }
    let split = SplitLine(line)
    return keeps(commands.parse(split.commandWords)) && !SecretLooks(of: split.comment).areInMessage
  }

  private func keeps(_ parsed: Parsed<Context, GlobalOptions>) -> Bool {
    if parsed.globals.noStore { return false }
    var surplus: [String] = []
    var hasCommand = parsed.command != nil
    var programsWords = 0
    // Whether the word may be the value of a mistyped option.
    var isAfterSlip = false
    for use in parsed.uses {
      switch use {
      case .value(let word, let argument):
        if !keeps(word, argument) { return false }
        if argument.kind == .rest { programsWords += 1 }
        // Only the program knows which of its words are secret.
        if programsWords > 1 { return false }
        isAfterSlip = false
      case .unknownOption(let nearest, let value):
        if nearest.isEmpty || nearest.contains(where: \.leadsToSecret) { return false }
        surplus += value.map { [$0] } ?? []
        isAfterSlip = value == nil && nearest.contains { $0.kind == .option }
      case .surplus(let word):
        if !isAfterSlip {
          // The command takes no more words, so this word could be anything.
          if parsed.command != nil { return false }
          // A mistyped command is similar to a command. Another word may be the start of a pasted message. After a
          // mistyped command, a second unknown word could be anything.
          if hasCommand || commands.suggestions(for: word, after: parsed.topic.path).isEmpty { return false }
          hasCommand = true
        }
        surplus.append(word)
        isAfterSlip = false
      }
    }
    return !(surplus + [surplus.joined(separator: " ")]).contains { SecretLooks(of: $0).areInMessage }
  }

  private func keeps(_ word: String, _ argument: ArgumentDescription) -> Bool {
    if word == "-" || argument.choices.contains(word) { return true }
    if argument.holdsSecret { return false }
    // Some users type the password in place of the address or the number.
    switch argument.value {
    case "EMAIL": if !isAddress(word) { return false }
    case "NUMBER": if !isNumber(word) { return false }
    case "PROVIDER": if !isProvider(word) { return false }
    case "WHO": if !isAddress(word), !isNumber(word), !isProvider(word) { return false }
    default: break
    }
    // Some users type the secret itself in place of the file name.
    if argument.name.hasSuffix("-file"), !word.contains(where: { "/.~".contains($0) }) { return false }
    let looks = SecretLooks(of: word)
    return argument.kind == .rest
      ? !looks.areInProgramsWord : !looks.areInValue(isURL: argument.value == "URL")
  }
}

extension HistoryRule {
  private func isAddress(_ word: String) -> Bool { (try? EmailAddress(ofAnyScript: word)) != nil }

  private func isNumber(_ word: String) -> Bool { (try? PhoneNumber.read(word)) != nil }

  /// Whether the word is a provider, or a method that is called like one.
  private func isProvider(_ word: String) -> Bool {
    IdentityProvider.isNamed(by: word) || ProviderChoice.methods.values.contains { $0.contains(word) }
  }
}

extension ArgumentDescription {
  /// Whether a user who mistypes this option may have typed the secret from its file or program.
  fileprivate var leadsToSecret: Bool {
    holdsSecret || ["-file", "-stdin", "-command"].contains { name.hasSuffix($0) }
  }
}

extension SplitLine {
  /// The words without the tool's name, which is optional in the shell.
  var commandWords: [String] { words.first == "usher" ? Array(words.dropFirst()) : words }
}
