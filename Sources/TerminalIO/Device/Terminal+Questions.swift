import Essentials

extension Terminal {
  /// Where lines are never edited, a command is typed like an answer.
  package func askCommand(_ prompt: String, with assistance: LineAssistance) throws(TerminalError) -> String {
    try ask(prompt, within: nil)
  }

  /// A yes-or-no question, on a line above its prompt; an empty line means `suggestion`.
  package func confirm(
    _ question: String, default suggestion: Bool = false, within limit: Duration?
  ) throws(TerminalError) -> Bool {
    say(question)
    while true {
      switch try ask("Yes or no? [\(suggestion ? "yes" : "no")]: ", within: limit).trimmed.asciiLowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      case "": return suggestion
      default: say("Type yes or no.")
      }
    }
  }

  /// The index of the option that was chosen by its number or by words of it; an empty line chooses `suggestion`.
  ///
  /// What is neither is not repeated: it may be a password that was typed too soon.
  package func choose(
    _ question: String, from options: [String], suggestion: Int = 0, within limit: Duration?
  ) throws(TerminalError) -> Int {
    say(question)
    for (index, option) in options.enumerated() { say("  \(index + 1)) \(option)") }
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
    let number = answer.hasSuffix(")") ? answer.dropLast() : answer[...]
    if number.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return Int(number).map { $0 - 1 }.flatMap { indices.contains($0) ? $0 : nil }
    }
    let answer = answer.asciiLowercased().filter { $0 != "\"" }
    let beginnings = indices.filter { self[$0].hasWords(beginningWith: answer) }
    let whole = beginnings.filter { self[$0].asciiLowercased() == answer }
    let found = whole.isEmpty ? beginnings : whole
    return found.count == 1 ? found[0] : nil
  }
}

extension String {
  /// Whether some words here, one after the other, begin with `text`, which is in lower case.
  fileprivate func hasWords(beginningWith text: String) -> Bool {
    let words = lowercased().filter { $0 != "\"" }.split(separator: " ")
    return words.indices.contains { words[$0...].joined(separator: " ").hasPrefix(text) }
  }

  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
