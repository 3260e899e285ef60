import CommandKit
import Flows

/// Which lines a history may keep: none with a secret, a code or a link in it, also where the line is wrong.
struct HistoryRule {
  private let commands: CommandTable<Context, GlobalOptions>

  init(_ commands: CommandTable<Context, GlobalOptions>) {
    self.commands = commands
  }

  /// Whether `line`, as it was typed, may be kept: nor is one that begins with a space.
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
    // Whether the word belongs to an option that was mistyped.
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
          // A known command takes no more: nobody can say what this is.
          if parsed.command != nil { return false }
          // A message that was pasted begins with anything; a slip of the keys begins with almost a command.
          // What follows the slip could be anything, again.
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
    // In the place of a file's name people give what belongs in the file.
    if argument.name.hasSuffix("-file"), !word.contains(where: { "/.~".contains($0) }) { return false }
    let looks = SecretLooks(of: word)
    return argument.kind == .rest
      ? !looks.areInProgramsWord : !looks.areInValue(isURL: argument.value == "URL")
  }
}

extension ArgumentDescription {
  /// Whether who mistypes it may have typed the secret that its file or program holds.
  fileprivate var leadsToSecret: Bool {
    holdsSecret || ["-file", "-stdin", "-command"].contains { name.hasSuffix($0) }
  }
}

extension SplitLine {
  /// The words after the tool's name, which may be left out within the shell.
  var commandWords: [String] { words.first == "usher" ? Array(words.dropFirst()) : words }
}
