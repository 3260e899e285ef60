import AuthClient
import Essentials
import Flows
import IdentityToolkit

// What people call accounts and factors, in one line: a name from elsewhere must not look like a message of ours.

extension Account {
  /// The account's number, address or name; nil where it has none.
  fileprivate var name: String? { phoneNumber ?? email ?? displayName ?? (isAnonymous ? "anonymous" : nil) }

  var title: String { SafeText.line(name ?? "an account without a name") }
}

extension SavedSession {
  var title: String { account.name == nil ? uid : account.title }
}

extension EnrolledFactor {
  var title: String { FactorResult(self).title }

  /// The number, masked; nil for other kinds. Where the server hides the calling code, a name may still tell it.
  var hint: String? {
    guard let phoneNumber else { return nil }
    return [phoneNumber, displayName ?? ""].filter { MaskedNumber.areSame($0, phoneNumber) }
      .map { MaskedNumber.mask($0) }.min { $0.count { $0 == "*" } < $1.count { $0 == "*" } }
  }
}

extension FactorResult {
  /// `SMS to +1******3434 "work"`, `authenticator app "pixel"`.
  var title: String {
    let isNumber = MaskedNumber.areSame(name ?? "", hint ?? "")
    let isTelling = !isNumber && !["", TOTPEnrollment.defaultName].contains(name ?? "")
    let name = name.flatMap { isTelling ? " \"\(SafeText.line($0))\"" : nil } ?? ""
    return switch FactorID(rawValue: type) {
    case .phone: "SMS to \(hint ?? "a phone")\(name)"
    case .totp: "authenticator app\(name)"
    default: "unsupported kind\(name)"
    }
  }
}

extension MaskedNumber {
  /// Whether both may be masks of one number.
  fileprivate static func areSame(_ one: String, _ other: String) -> Bool {
    mask(one, keepingCallingCode: false) == mask(other, keepingCallingCode: false)
  }
}

extension [EnrolledFactor] {
  /// The factors as people choose among them.
  var titles: String {
    count == 1 ? self[0].title : enumerated().map { "\($0 + 1)) \($1.title)" }.joined(separator: "   ")
  }
}
