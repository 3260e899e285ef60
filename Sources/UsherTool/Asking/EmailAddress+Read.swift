import CommandKit
import IdentityToolkit
import TerminalIO

extension EmailAddress {
  /// Reads a typed address, spaces around it or not; exit 65 where it is none.
  static func read(_ text: String) throws(Diagnosis) -> EmailAddress {
    let typed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    do {
      return try EmailAddress(ofAnyScript: String(typed))
    } catch {
      throw Diagnosis(
        "auth/invalid-email", .data, error.sentence, hint: "an address looks like name@example.com",
        retry: .newInput)
    }
  }

  /// The address that was given, or is asked for.
  static func read(_ text: String?, asking prompt: String = "E-mail address: ", in context: Context) throws
    -> EmailAddress
  {
    if let text { return try read(text) }
    guard context.isInteractive else {
      throw UsageError.misuse("the e-mail address is missing", hint: "it looks like name@example.com")
    }
    while true {
      let typed = try context.terminal.ask(prompt, within: context.waitLimit)
      do {
        return try read(typed)
      } catch {
        context.say(error)
      }
    }
  }
}

extension EmailAddress.Problem {
  fileprivate var sentence: String {
    switch self {
    case .empty: "the e-mail address is empty"
    case .tooLong: "the e-mail address is longer than 255 bytes"
    case .forbiddenCharacter: "the e-mail address holds a character that cannot stand there"
    case .notAnAddress: "that is no e-mail address"
    }
  }
}
