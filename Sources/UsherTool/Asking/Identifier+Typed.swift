import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

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
        hint: "type a phone number, an e-mail address, a provider such as google, passkey or anonymous",
        retry: .newInput)
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
