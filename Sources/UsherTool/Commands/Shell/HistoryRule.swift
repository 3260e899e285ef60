import CommandKit
import Essentials
import Flows
import IdentityToolkit
import PrivateFiles
import TerminalIO

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

/// The signs that a text is a one-time code, a link or a token, which no history may save.
///
/// It errs on the safe side, because a line that was not saved can be typed again.
struct SecretLooks {
  private let text: String

  init(of text: String) {
    self.text = text
  }

  /// Returns whether the value of an ordinary argument, such as a number or a name, looks secret.
  /// - Parameter isURL: Whether the argument takes a URL.
  func areInValue(isURL: Bool = false) -> Bool {
    if isPhoneNumber { return false }
    return isCode || areTokens || isAddress && !isPlainAddress(mayHavePath: isURL)
      || text.contains(where: \.isWhitespace) && areInMessage
  }

  /// Whether text outside any argument looks secret, such as a pasted message or a misplaced word.
  var areInMessage: Bool {
    areTokens || isAddress || hasCode || namesSecret
  }

  /// Whether a word for a program looks secret. Only the program knows its meaning.
  var areInProgramsWord: Bool { areInValue() || namesSecret }

  // MARK: - Codes

  private static let codeLength = 6...8

  /// Whether the whole text is a code, grouped or not.
  private var isCode: Bool {
    !text.contains { $0.isLetter && !"Gg".contains($0) } && Self.hasCode(text)
  }

  /// Whether the text is a phone number with a country code. Without one, it could be a code.
  private var isPhoneNumber: Bool {
    text.hasPrefix("+") && (7...15).contains(text.count(where: \.isNumber))
      && text.dropFirst().allSatisfy { $0.isNumber || " -().".contains($0) }
  }

  /// Whether the text contains a code, in one word or split into several.
  private var hasCode: Bool {
    Self.hasCode(text) || Self.hasCode(text.filter { !$0.isWhitespace && !"-.".contains($0) })
  }

  private static func hasCode(_ text: String) -> Bool {
    do throws(OneTimeCodeText.Problem) {
      _ = try OneTimeCodeText.code(in: text, length: codeLength)
      return true
    } catch {
      return error == .severalCodes
    }
  }

  // MARK: - Links

  /// Whether the text contains a link, plain or encoded inside another link.
  private var isAddress: Bool {
    let text = text.asciiLowercased()
    return ["://", "%3a%2f%2f", "oobcode", "www."].contains { text.contains($0) }
  }

  /// Whether the text is a server's address without user name, query or fragment.
  private func isPlainAddress(mayHavePath: Bool) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let place = text[scheme.upperBound...]
    let path = place.drop { $0 != "/" }
    return (mayHavePath || path.count < 2) && !place.contains { "?#@%&=".contains($0) }
  }

  // MARK: - Tokens

  /// Whether the text contains a long run of letters and digits, as tokens, verification IDs and TOTP secrets have.
  private var areTokens: Bool {
    if text.contains("eyJ") || text.contains("AIza") || isGroupedSecret { return true }
    return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.contains { run in
      run.count >= 24 && run.contains(where: \.isNumber)
        || run.count >= 16 && Self.isBase32(run.asciiUppercased())
          && (run.contains(where: \.isNumber) || run == run.asciiUppercased()[...])
    }
  }

  /// Whether the text is a TOTP secret in groups, as users copy it from an authenticator app.
  private var isGroupedSecret: Bool {
    let groups = text.split(whereSeparator: \.isWhitespace)
    let whole = groups.joined()
    return groups.count > 1 && whole.count >= 16 && Self.isBase32(whole.asciiUppercased())
      && (whole.contains(where: \.isNumber) || whole == whole.asciiUppercased())
  }

  private static func isBase32(_ text: String) -> Bool {
    text.allSatisfy { "A"..."Z" ~= $0 || "2"..."7" ~= $0 }
  }

  /// Whether the text contains a word for a secret, such as `PASSWORD=…`, whose value stands beside it.
  private var namesSecret: Bool {
    let letters = text.asciiLowercased().filter(\.isLetter)
    return ["passw", "passphrase", "secret", "token", "apikey", "authorization", "bearer"].contains {
      letters.contains($0)
    }
  }
}

/// The lines for the arrow keys, from this shell and from earlier ones.
struct ShellHistory {
  /// The lines, oldest first.
  private(set) var lines: [String] = []
  private let rule: HistoryRule
  /// Nil if the history is not saved on disk.
  private var file: HistoryFile?
  private let output: Output
  private let now: @Sendable () -> Date

  /// - Parameter isKept: Whether usher may save anything on disk.
  init(keptBy rule: HistoryRule, isKept: Bool, in world: World, _ output: Output) {
    self.rule = rule
    self.output = output
    now = world.now
    guard isKept else { return }
    do {
      let path = try StateLocation(environment: world.environment.variables).history
      let file = HistoryFile(
        path: path,
        wait: LockWait(
          limit: .seconds(2), isWanted: { [interruption = world.interruption] in interruption() == nil },
          pause: world.pause))
      lines = try file.lines()
      self.file = file
    } catch {
      giveUp(error)
    }
  }

  /// Adds `line` if the rule allows it.
  ///
  /// Call it before the command runs, because the command may not return.
  mutating func add(_ line: String) {
    guard rule.keeps(line) else { return }
    let line = line.withoutTrailingSpaces
    if lines.last != line { lines = (lines + [line]).suffix(HistoryFile.limit) }
    do {
      try file?.append(line)
    } catch {
      giveUp(error)
    }
  }

  /// Stops saving, with a warning; the user can go on typing.
  private mutating func giveUp(_ error: any Error) {
    file = nil
    output.warn("the history is not kept: \(Diagnosis(error, now: now()).message)")
  }
}

extension String {
  /// The line without trailing spaces, which Tab leaves; a space after a backslash belongs to the word.
  fileprivate var withoutTrailingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    guard let end, self[end] != "\\" else { return self }
    return String(self[...end])
  }
}
