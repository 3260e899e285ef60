import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

extension Identifier {
  /// Reads what was typed for who signs in.
  init(typed: String) throws {
    if typed.contains("@") {
      self = .email(try EmailAddress.read(typed))
      return
    }
    let word = typed.filter { !$0.isWhitespace }
    if word.isEmpty {
      throw Diagnosis(
        AuthErrorCode.invalidArgument.name, .data, "nothing was typed",
        hint: "type a phone number, an e-mail address, a provider such as google, passkey or anonymous")
    }
    if word.asciiLowercased() == "anonymous" {
      self = .anonymous
    } else if word.asciiLowercased() == "passkey" {
      self = .passkey
    } else if IdentityProvider.isNamed(by: word) {
      self = .provider(word)
    } else {
      // A number begins with a plus sign or a digit, or is a link.
      if word.first?.isLetter == true, !word.contains("+") { throw ProviderChoice.unknown(word) }
      self = .phone(try PhoneNumber.read(typed))
    }
  }

  /// Whether `text` looks like a number or an address, right or wrong, or is a provider.
  static func isLike(_ text: String) -> Bool {
    text.contains("@") || text.contains { $0.isWholeNumber } || IdentityProvider.isNamed(by: text)
  }
}

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

extension EmailAddress {
  /// The address that was given, or is asked for.
  /// - Parameter explanation: which one is meant, where that does not go without saying.
  static func read(
    _ text: String?, explaining explanation: Text? = nil, from person: Person
  ) throws -> EmailAddress {
    if let text { return try read(text) }
    guard person.isInteractive else {
      throw UsageError.misuse("the e-mail address is missing", hint: "use the form name@example.com")
    }
    if let explanation { person.terminal.say(explanation) }
    while true {
      let typed = try person.terminal.ask("E-mail address: ", within: person.waitLimit)
      do {
        return try read(typed)
      } catch {
        person.say(error)
      }
    }
  }
}
