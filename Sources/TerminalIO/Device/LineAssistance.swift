import Essentials

/// What a line is typed with, beyond the editing keys.
package struct LineAssistance {
  /// Lines that come back with the arrow keys, the oldest first.
  package let history: [String]

  /// What tab makes of the text before the cursor.
  package let complete: (_ text: String) -> LineCompletion

  package init(history: [String] = [], complete: @escaping (_ text: String) -> LineCompletion) {
    self.history = history
    self.complete = complete
  }

  /// - Parameters:
  ///   - earlier: What was typed before, which comes back with the arrow keys.
  ///   - words: What else tab completes.
  package init(earlier: [String], words: [String] = []) {
    self.init(history: earlier) { text in
      LineCompletion(of: text, choices: (words + earlier).filter { $0.hasPrefix(text) }.map { .init($0) })
    }
  }
}

/// What may stand in place of the end of a line that is being typed.
package struct LineCompletion: Equatable, Sendable {
  /// The end of the line, which a choice replaces.
  let replaced: String
  let choices: [Choice]

  package struct Choice: Equatable, Sendable {
    /// As it is typed, quoted where that is needed.
    let text: String
    /// What it is; may be empty.
    let help: String
    /// Whether the next word can follow, not more of this one.
    let isWhole: Bool

    package init(_ text: String, help: String = "", isWhole: Bool = true) {
      self.text = text
      self.help = help
      self.isWhole = isWhole
    }
  }

  package init(of replaced: String, choices: [Choice] = []) {
    self.replaced = replaced
    self.choices = choices
  }
}

extension LineCompletion {
  /// What the end of the line becomes without a decision; nil where that is no more than there is.
  var certain: String? {
    guard let first = choices.first else { return nil }
    if choices.count == 1 { return first.text + (first.isWhole ? " " : "") }
    let common = choices.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    // Quotes may differ: nothing that was typed is taken back.
    return common.unicodeScalars.count > replaced.unicodeScalars.count ? common : nil
  }

  /// The choices as lines of at most `columns`, `rows` of them at most.
  func listed(columns: Int, rows: Int) -> [String] {
    let names = choices.map { SafeText.line($0.text) }
    let width = min((names.map { LineWrapping.width($0) }.max() ?? 0) + 2, columns)
    if choices.count <= rows {
      return zip(names, choices).map { name, choice in
        let line = choice.help.isEmpty ? name : name.padded(to: width) + SafeText.line(choice.help)
        return line.cut(to: columns - 1)
      }
    }
    let perLine = max(1, columns / width)
    let lines = stride(from: 0, to: names.count, by: perLine).map { start in
      names[start..<min(start + perLine, names.count)].map { $0.padded(to: width) }.joined()
    }
    return lines.count <= rows ? lines : lines.prefix(rows - 1) + ["... \(names.count) in all"]
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    let pairs = zip(unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }
    return String(String.UnicodeScalarView(pairs.map(\.0)))
  }
}
