import IdentityToolkit

extension PhoneNumber.Problem {
  /// Why a text is no phone number, for developers.
  var explanation: String {
    switch self {
    case .empty: "it is empty"
    case .noCountryCode: "it has no country's code: begin with +"
    case .unknownCountryCode: "no country has its code"
    case .tooShort: "it has too few digits"
    case .tooLong: "it has too many digits"
    case .trunkZero: "it has a zero in brackets, which is dialled within the country only"
    case .unexpectedCharacter(let character): "it has \(String(reflecting: character)) in it"
    }
  }
}
