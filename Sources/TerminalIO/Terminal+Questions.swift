import Essentials

extension Terminal {
  /// Where lines are never edited, a command is typed like an answer.
  package func askCommand(_ prompt: String, with assistance: LineAssistance) throws(TerminalError) -> String {
    try ask(prompt, within: nil)
  }

  /// A yes-or-no question; an empty line means `suggestion`.
  package func confirm(
    _ question: String, default suggestion: Bool = false, within limit: Duration?
  ) throws(TerminalError) -> Bool {
    while true {
      switch try ask(question + (suggestion ? " [Y/n] " : " [y/N] "), within: limit).trimmed.asciiLowercased()
      {
      case "y", "yes": return true
      case "n", "no": return false
      case "": return suggestion
      default: say("Please answer y or n.")
      }
    }
  }

  /// The index of the option that was chosen by its number; an empty line chooses `suggestion`.
  ///
  /// Options stand in the prompt's own line where they fit in one, else each in a line above it.
  package func choose(
    _ question: String, from options: [String], suggestion: Int = 0, within limit: Duration?
  ) throws(TerminalError) -> Int {
    let numbered = options.enumerated().map { "\($0 + 1)) \($1)" }
    var prompt = "\(question)  \(numbered.joined(separator: "   "))   [\(suggestion + 1)]: "
    if prompt.count > 100 {
      say(question)
      for option in numbered { say("  " + option) }
      prompt = "Number [\(suggestion + 1)]: "
    }
    while true {
      let answer = try ask(prompt, within: limit).trimmed
      if answer.isEmpty { return suggestion }
      if let number = Int(answer), options.indices.contains(number - 1) { return number - 1 }
      say("Please type a number from 1 to \(options.count).")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
