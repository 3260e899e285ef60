import AuthCore
import Flows
import IdentityToolkit
import TerminalIO

// What people call accounts and factors, in one line: a name from elsewhere must not look like a message of ours.

extension Account {
  /// The account's number, address or name; nil where it has none.
  fileprivate var name: String? { phoneNumber ?? email ?? displayName ?? (isAnonymous ? "anonymous" : nil) }

  var title: String { SafeText.line(name ?? "an account without a name") }
}

extension SavedSession {
  var title: String { account.name == nil ? uid : account.title }
}

extension MultiFactorInfo {
  /// `SMS to +1******3434 "work"`, `Authenticator "pixel"`.
  var title: String {
    let isTelling = displayName.map { !["", hint, CodeSubject.authenticator].contains($0) } ?? false
    let name = displayName.flatMap { isTelling ? " \"\(SafeText.line($0))\"" : nil } ?? ""
    return switch type {
    case .phone: "SMS to \(hint ?? "a phone")\(name)"
    case .totp: "Authenticator\(name)"
    default: "Unsupported kind\(name)"
    }
  }

  /// The number, masked; nil for other kinds.
  var hint: String? { phoneNumber.map { MaskedNumber.mask($0) } }
}

extension [MultiFactorInfo] {
  /// The factors as people choose among them.
  var titles: String {
    count == 1 ? self[0].title : enumerated().map { "\($0 + 1)) \($1.title)" }.joined(separator: "   ")
  }
}
