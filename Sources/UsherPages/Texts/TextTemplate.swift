import Essentials

/// The template of the translations, in gettext's format: every text once, with the files that have it.
struct TextTemplate {
  static let path = "Sources/Catalogs/usher.pot"

  private struct Message {
    let format: String
    var plural: String?
    /// What translators read about the arguments.
    var comments: [String] = []
    var paths: [String] = []
  }

  private var messages: [Message] = []
  private var indices: [String: Int] = [:]
  /// What translators could not translate: `FILE:LINE: what`.
  private(set) var faults: [String] = []

  /// Reads the Swift sources of the project in the folder.
  init(project: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: project + "/Sources")
    for path in paths.filter({ $0.hasSuffix(".swift") }).sorted() {
      let source = try Data(contentsOf: URL(filePath: project + "/Sources/" + path))
      add(
        SourceTexts(String(decoding: source, as: UTF8.self), hasTexts: TextSources.hasTexts(path)),
        of: "Sources/" + path)
    }
    for (path, text) in HelpTexts.all { add(SourceTexts.Entry(format: text.format), of: path) }
  }

  /// - Parameter texts: The texts by the path of their file.
  init(_ texts: KeyValuePairs<String, SourceTexts>) {
    for (path, texts) in texts { add(texts, of: path) }
  }

  private mutating func add(_ texts: SourceTexts, of path: String) {
    for entry in texts.entries { add(entry, of: path) }
    faults += texts.faults.map { "\(path):\($0.line): \($0.advice)" }
  }

  private mutating func add(_ entry: SourceTexts.Entry, of path: String) {
    let index = indices[entry.format] ?? messages.count
    if index == messages.count {
      indices[entry.format] = index
      messages.append(Message(format: entry.format))
    }
    if let plural = entry.plural, plural != messages[index].plural ?? plural {
      faults.append("\(path): this text has another plural elsewhere: \(entry.format)")
    }
    messages[index].plural = messages[index].plural ?? entry.plural
    if messages[index].paths.last != path { messages[index].paths.append(path) }
    for (number, argument) in zip(1..., entry.arguments) {
      let comment = "%\(number)$@: \(Self.short(argument))"
      if !messages[index].comments.contains(comment) { messages[index].comments.append(comment) }
    }
  }

  /// The source of an expression in one line of 60 characters at most.
  private static func short(_ source: String) -> String {
    let line = source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  /// The file's content.
  ///
  /// It has no dates and no line numbers, so it changes only with the texts.
  var text: String {
    let header = #"""
      # The texts of usher. `make pages` writes this file; see "The languages" in CONTRIBUTING.md.
      msgid ""
      msgstr ""
      "Project-Id-Version: usher\n"
      "Language: \n"
      "MIME-Version: 1.0\n"
      "Content-Type: text/plain; charset=UTF-8\n"
      "Content-Transfer-Encoding: 8bit\n"

      """#
    return header + messages.map(Self.entry).joined()
  }

  private static func entry(_ message: Message) -> String {
    var lines = [""]
    lines += message.comments.map { "#. " + $0 }
    lines += message.paths.map { "#: " + $0 }
    if message.format.contains("%") || message.plural?.contains("%") == true {
      lines.append("#, objc-format")
    }
    lines.append("msgid " + quoted(message.format))
    if let plural = message.plural {
      lines += ["msgid_plural " + quoted(plural), "msgstr[0] \"\"", "msgstr[1] \"\""]
    } else {
      lines.append("msgstr \"\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as a literal, which goes on in a new line after each line feed.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
      "\t", with: "\\t")
    let lines = escaped.replacing("\n", with: "\\n\n").split(separator: "\n")
    return ((lines.count > 1 ? [""] : []) + lines).map { "\"\($0)\"" }.joined(separator: "\n")
  }
}
