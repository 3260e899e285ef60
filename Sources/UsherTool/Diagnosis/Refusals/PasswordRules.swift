import CommandKit
import Essentials

extension Hint {
  /// What the project's password policy asks for and a password lacks, in the words of the service's refusal.
  ///
  /// The sentences are those of Identity Platform's password policy. Another sentence is shown as it is.
  init(passwordRules detail: String) {
    let list = detail.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    let rules = list.split(separator: ",").map { Self.rule(String($0.drop { $0 == " " })) }
    self =
      (rules.first.map { first in
        Hint("use a password with \(rules.dropFirst().reduce(first) { Text("\($0), \($1)") })")
      } ?? Hint("use another password"))
      .then(
        "to see the project's policy, its owner can run", ["usher", "project", "get", "passwordPolicyConfig"])
  }

  private static func rule(_ sentence: String) -> Text {
    let number = sentence.split(separator: " ").first { $0.allSatisfy(\.isWholeNumber) }
    if let number {
      return sentence.hasPrefix("Password may")
        ? "at most \(number) characters" : "at least \(number) characters"
    }
    if sentence.hasSuffix("a lower case character") { return "a small letter" }
    if sentence.hasSuffix("an upper case character") { return "a capital letter" }
    if sentence.hasSuffix("a numeric character") { return "a digit" }
    if sentence.hasSuffix("a non-alphanumeric character") { return "a symbol" }
    return Text(verbatim: sentence)
  }
}
