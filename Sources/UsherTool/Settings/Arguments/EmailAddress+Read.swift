import CommandKit
import Essentials
import IdentityToolkit

extension EmailAddress {
  /// Reads a typed address and ignores spaces around it; throws exit status 65 if it is not an address.
  static func read(_ text: String) throws(Diagnosis) -> EmailAddress {
    var typed = text[...]
    while typed.first?.isWhitespace == true { typed.removeFirst() }
    while typed.last?.isWhitespace == true { typed.removeLast() }
    do {
      return try EmailAddress(ofAnyScript: String(typed))
    } catch {
      throw Diagnosis(
        "auth/invalid-email", .data, error.sentence, hint: "use the form name@example.com",
        retry: .newInput)
    }
  }
}

extension EmailAddress.Problem {
  fileprivate var sentence: Text {
    switch self {
    case .empty: "the e-mail address is empty"
    case .tooLong: "the e-mail address is longer than 255 bytes"
    case .forbiddenCharacter: "the e-mail address holds a character that cannot stand there"
    case .notAnAddress: "this is not an e-mail address"
    }
  }
}
