import Essentials
import IdentityToolkit

extension PhoneNumber.Problem {
  /// What people are told, in lower case and without a full stop.
  var sentence: Text {
    switch self {
    case .empty: "the phone number is empty"
    case .noCountryCode: "the phone number has no country code"
    case .unknownCountryCode: "the phone number's country code does not exist"
    case .tooShort: "the phone number is too short"
    case .tooLong: "the phone number is too long"
    case .trunkZero(let code): "the 0 after +\(code) is not part of the international number"
    case .unexpectedCharacter(let character): "a phone number cannot contain '\(character)'"
    }
  }
}
