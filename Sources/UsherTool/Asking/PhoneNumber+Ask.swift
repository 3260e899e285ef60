import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

extension PhoneNumber {
  /// Reads a typed number, whose country code may follow a plus or two zeros; `AuthFailure` where it is none.
  static func read(_ text: String) throws -> PhoneNumber {
    let typed = text.drop(while: \.isWhitespace)
    let text = typed.hasPrefix("00") ? "+" + typed.dropFirst(2) : String(typed)
    do {
      return try PhoneNumber(typed: text)
    } catch {
      throw AuthFailure.invalidPhoneNumber(error)
    }
  }

  /// Whether a word is a whole number as people type it.
  static func isTyped(_ word: String) -> Bool { (try? read(word)) != nil }

  /// What Firebase's phone guides ask apps to tell their users before they type a number.
  static let numberNotice: Text =
    "Google stores the number, and uses it to prevent spam and abuse."

  /// Asks until what is typed is a number.
  /// - Parameters:
  ///   - resending: It is missing because no number waits for a code.
  ///   - isForGoogle: Whether Google gets the number.
  ///   - earlier: Numbers that may be meant.
  static func ask(
    _ person: Person, resending: Bool, isForGoogle: Bool, earlier: [String]
  ) throws -> PhoneNumber {
    guard person.isInteractive else {
      throw UsageError.misuse(
        resending ? "no number waits for a code" : "the phone number is missing",
        hint: "include the country code, for example +16505553434")
    }
    person.terminal.say(
      "With country code, such as +1 650-555-3434. An SMS will be sent; standard rates may apply.")
    if isForGoogle { person.terminal.say(numberNotice) }
    while true {
      let typed = try person.terminal.ask(
        "Phone number: ", within: person.waitLimit, with: LineAssistance(earlier: earlier))
      do {
        return try read(typed)
      } catch {
        person.say(Diagnosis(error, now: person.now()))
      }
    }
  }
}
