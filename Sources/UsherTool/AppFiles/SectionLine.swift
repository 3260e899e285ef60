import Essentials

/// A line that sets nothing, but begins what can be of another app: a heading, a comment, a branch of a script.
///
/// A key must never get the project of another app. So any line in words begins something, unless it only says which
/// setting follows.
enum SectionLine {
  /// - Parameter line: Not empty, and without white space at its ends. Only its start counts.
  static func begins(_ line: Substring) -> Bool {
    var text = line
    for mark in ["- ", "* ", "+ ", "• "] where text.hasPrefix(mark) {
      text = text.dropFirst(2).trimmingSpaces
    }
    guard let first = text.utf8.first else { return false }
    if isRule(text) || text.hasPrefix("```") || text.hasPrefix(";;") { return true }
    if let comment = comment(text)?.trimmingSpaces {
      return isRule(comment) || !isSetting(comment) && !isPlain(comment)
    }
    // The label of a batch file.
    if first == UInt8(ascii: ":") { return true }
    if ["==", "**", "__", "~~", "++"].contains(where: text.hasPrefix) { return !isPlain(text) }
    if first == UInt8(ascii: "<") { return !elements.contains(where: text.hasPrefix) }
    if "})].&|?".utf8.contains(first) { return false }
    let words = text.utf8.split { !isLetter($0) }.prefix(1).map { String(decoding: $0, as: UTF8.self) }
    if let word = words.first, text.hasPrefix(word), text.utf8.last != UInt8(ascii: "{"),
      branches.contains(word.asciiLowercased()), word.asciiLowercased() != "default" || isBranch(text)
    {
      return true
    }
    // A pattern in a shell's `case`.
    if let close = text.firstIndex(of: ")"), text[..<close].firstIndex(of: "(") == nil { return true }
    if isCode(text) || words.first.map(instructions.contains) == true { return false }
    if let label = label(text) { return !isMember(label) && !isPlain(label) }
    return !isPlain(text)
  }

  /// Whether `line` is a comment inside of brackets that is about one environment of several.
  ///
  /// There, all that is said is mostly of one app.
  static func namesAnotherApp(_ line: Substring) -> Bool {
    guard "/#-;".utf8.contains(line.utf8.first ?? 0), let comment = comment(line) else { return false }
    return comment.utf8.split { !isLetter($0) }.contains {
      environments.contains(String(decoding: $0, as: UTF8.self).asciiLowercased())
    }
  }

  private static let environments: Set = [
    "debug", "demo", "dev", "development", "else", "live", "local", "preview", "prod", "production", "qa",
    "release", "sandbox", "stage", "staging", "test", "testing", "tests", "uat",
  ]

  /// Returns what is before the colon in a line such as `Project name: Acme`.
  static func label(_ line: Substring) -> Substring? {
    guard let colon = line.firstRange(of: ": ") else { return nil }
    return line[..<colon.lowerBound]
  }

  /// Whether `text` says nothing, or only which setting follows, in words that do not tell apps apart.
  static func isPlain(_ text: Substring) -> Bool {
    let words = text.utf8.split { !isLetter($0) && !$0.isASCIIDigit }
      .map { String(decoding: $0.prefix(20), as: UTF8.self).asciiLowercased() }
    return words.isEmpty
      || words.contains(where: settings.contains)
        && words.allSatisfy { settings.contains($0) || plainWords.contains($0) }
  }

  private static let settings: Set = [
    "bucket", "domain", "email", "folder", "id", "identifier", "key", "location", "name", "nickname",
    "number", "url", "value",
  ]

  /// Whether nothing but a mark is behind the first word.
  private static func isBranch(_ text: Substring) -> Bool {
    text.utf8.drop(while: isLetter).allSatisfy { ":) ".utf8.contains($0) }
  }

  private static let plainWords: Set = [
    "an", "and", "api", "app", "are", "as", "at", "auth", "be", "bundle", "by", "can", "config",
    "configuration", "console", "copied", "copy", "database", "default", "facing", "firebase", "for", "found",
    "from",
    "gcp", "get", "org", "parent", "public", "resource", "support",
    "has", "here", "in", "is", "it", "measurement", "messaging", "need", "of", "on", "optional", "options",
    "or", "our", "package", "project", "required", "s", "sdk", "see", "sender", "setting", "settings",
    "storage", "that", "the", "these", "this", "to", "use", "used", "variables", "web", "what", "where",
    "which", "with", "you", "your",
  ]

  /// The words that begin a branch, or end one.
  private static let branches: Set = [
    "case", "default", "elif", "else", "elseif", "elsif", "end", "endif", "esac", "fi", "if", "ifdef", "ifeq",
    "ifndef", "ifneq", "switch", "then", "unless", "when",
  ]

  /// The instructions in one stage of a Dockerfile.
  private static let instructions: Set = [
    "ADD", "CMD", "COPY", "ENTRYPOINT", "EXPOSE", "HEALTHCHECK", "LABEL", "ONBUILD", "RUN", "SHELL",
    "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
  ]

  /// The elements of Android's resources and of Apple's property lists.
  private static let elements = [
    "<string", "<key", "<dict", "<resources", "<array", "<true", "<false", "<integer", "<plist", "</", "<?",
    "<!D",
    "<!d",
  ]

  /// Whether `text` only separates, such as `---`.
  private static func isRule(_ text: Substring) -> Bool {
    text.utf8.count >= 3 && text.utf8.allSatisfy { "-=*_~+.# ".utf8.contains($0) }
  }

  /// Returns what is behind the mark of a comment, or of a heading in Markdown.
  private static func comment(_ text: Substring) -> Substring? {
    let small = text.prefix(4).asciiLowercased()
    for mark in ["//", "/*", "<!--", "::", "-- ", "rem "] where small.hasPrefix(mark) {
      return text.dropFirst(mark.count)
    }
    guard text.first == "#" || text.first == ";" else { return nil }
    let comment = text.drop { "#;!".contains($0) }
    return ["include", "import"].contains(where: comment.hasPrefix) ? "" : comment
  }

  /// Whether a comment is a setting that somebody took out, such as `# NAME=value`.
  private static func isSetting(_ comment: Substring) -> Bool {
    comment.utf8.contains(UInt8(ascii: "=")) && comment.firstIndex(of: " ") == nil
  }

  private static func isCode(_ text: Substring) -> Bool {
    if "{([\\".utf8.contains(text.utf8.last ?? 0) { return true }
    if let equals = text.firstIndex(of: "="), text[..<equals].split(separator: " ").count <= 6 { return true }
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")), open > text.startIndex else { return false }
    // A call.
    let before = text.utf8[text.utf8.index(before: open)]
    return before.isASCIILetter || before.isASCIIDigit
  }

  /// Whether `label` is the name of a member, as in YAML, and no words.
  static func isMember(_ label: Substring) -> Bool {
    let name = label.filter { !"\"'".contains($0) }
    guard let first = name.utf8.first, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return false
    }
    return (0x61...0x7A).contains(first) || name.utf8.contains { "_.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte >= 0x80
  }
}
