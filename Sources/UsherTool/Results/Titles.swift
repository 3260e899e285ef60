import AuthClient
import Essentials
import Flows
import IdentityToolkit

// What people call accounts and factors, in one line: a name from elsewhere must not look like a message of ours.

extension Account {
  /// The account's address, number and name, as far as it has them. By the first one it is called.
  private var names: [String] { [email, phoneNumber, displayName].compactMap(\.self) }

  fileprivate var name: String? { names.first }

  var title: Text {
    if let name { return Text(verbatim: SafeText.brief(name)) }
    return isAnonymous ? Text("anonymous") : "an account without a name"
  }

  /// The title with all that the account is called.
  var fullTitle: Text {
    names.isEmpty ? title : Text(verbatim: names.map { SafeText.brief($0) }.joined(separator: ", "))
  }
}

extension SavedSession {
  var title: Text { account.name == nil && !account.isAnonymous ? Text(verbatim: uid) : account.title }
  var fullTitle: Text { account.name == nil ? title : account.fullTitle }
}

extension EnrolledFactor {
  var title: Text { FactorResult(self).title }

  /// The number, masked; nil for other kinds. Where the server hides the calling code, a name may still tell it.
  var hint: String? {
    guard let phoneNumber else { return nil }
    return [phoneNumber, displayName ?? ""].filter { MaskedNumber.areSame($0, phoneNumber) }
      .map { MaskedNumber.mask($0) }.min { $0.count { $0 == "*" } < $1.count { $0 == "*" } }
  }
}

extension FactorResult {
  /// `SMS to +1******3434 "work"`, `authenticator app "pixel"`.
  var title: Text {
    let isNumber = MaskedNumber.areSame(name ?? "", hint ?? "")
    let isTelling = !isNumber && !["", TOTPEnrollment.defaultName].contains(name ?? "")
    let kind: Text =
      switch FactorID(rawValue: type) {
      case .phone: hint.map { "SMS to \($0)" } ?? "SMS to a phone"
      case .totp: "authenticator app"
      default: "unsupported kind"
      }
    guard isTelling, let name else { return kind }
    return Text("\(kind) \"\(SafeText.brief(name))\"")
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
  var titles: Text {
    count == 1 ? self[0].title : enumerated().map { Text("\($0 + 1)) \($1.title)") }.joined(separator: "   ")
  }
}
