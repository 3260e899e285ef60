package import Essentials

extension Terminal {
  /// Where lines are never edited, nothing helps.
  package func ask(
    _ prompt: Text, within limit: Duration?, with assistance: LineAssistance
  ) throws(TerminalError) -> String {
    try ask(prompt, within: limit)
  }

  /// A yes-or-no question, on a line above its prompt; an empty line means `suggestion`.
  package func confirm(
    _ question: Text, default suggestion: Bool = false, within limit: Duration?
  ) throws(TerminalError) -> Bool {
    say(Text(verbatim: SafeText.line(question.in(catalog))))
    while true {
      let prompt: Text = suggestion ? "Yes or no? [yes]: " : "Yes or no? [no]: "
      let answer = try ask(prompt, within: limit).trimmed
      if answer.isEmpty { return suggestion }
      if isOne(of: Text("yes, y"), answer) { return true }
      if isOne(of: Text("no, n"), answer) { return false }
      say("Type yes or no.")
    }
  }

  /// Whether `answer` is one of `words`, which stand between commas, in English or in the person's language.
  private func isOne(of words: Text, _ answer: String) -> Bool {
    [words.english, words.in(catalog)].contains { $0.answers.contains(answer.folded) }
  }

  /// The index of the option that was chosen by its number or by words of it; an empty line chooses `suggestion`.
  ///
  /// What is neither is not repeated: it may be a password that was typed too soon.
  package func choose(
    _ question: Text, from options: [Text], suggestion: Int = 0, within limit: Duration?
  ) throws(TerminalError) -> Int {
    // A line each: foreign text in one must not look like another.
    say(Text(verbatim: SafeText.line(question.in(catalog))))
    let options = options.map { SafeText.line($0.in(catalog)) }
    for (index, option) in options.enumerated() { say(Text(verbatim: "  \(index + 1)) \(option)")) }
    while true {
      let answer = try ask("Which one? [\(suggestion + 1)]: ", within: limit).trimmed
      if answer.isEmpty { return suggestion }
      if let choice = options.choice(answer) { return choice }
      say("Type a number from 1 to \(options.count).")
    }
  }
}

extension [String] {
  /// The index of the option that `answer` means: by its number, as it is shown, or by the beginning of a word that no
  /// other option has.
  fileprivate func choice(_ answer: String) -> Int? {
    let answer = answer.folded
    let number = answer.hasSuffix(")") ? answer.dropLast() : answer[...]
    if number.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return Int(number).map { $0 - 1 }.flatMap { indices.contains($0) ? $0 : nil }
    }
    let words = answer.filter { !$0.isQuotationMark }
    let beginnings = indices.filter { self[$0].hasWords(beginningWith: words) }
    let whole = beginnings.filter { self[$0].folded == words }
    let found = whole.isEmpty ? beginnings : whole
    return found.count == 1 ? found[0] : nil
  }
}

extension Character {
  /// Whether it stands around a name, in any language.
  fileprivate var isQuotationMark: Bool { "\"“”«»「」".contains(self) }
}

extension String {
  /// Whether some words here, one after the other, begin with `text`, which is in lower case.
  fileprivate func hasWords(beginningWith text: String) -> Bool {
    let words = folded.filter { !$0.isQuotationMark }.split(separator: " ")
    return words.indices.contains { words[$0...].joined(separator: " ").hasPrefix(text) }
  }

  /// The words of a list with commas.
  fileprivate var answers: [String] { split(separator: ",").map { String($0).trimmed.folded } }

  /// In lower case, for words of any language. Full-width letters and digits, as Chinese keyboards give them, are usual
  /// ones.
  fileprivate var folded: String {
    let usual = unicodeScalars.map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value)
        ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
    return String(String.UnicodeScalarView(usual)).caseless
  }

  private var caseless: String { lowercased() }

  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
