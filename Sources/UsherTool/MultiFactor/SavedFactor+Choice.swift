import CommandKit
import IdentityToolkit
import TerminalIO

extension SavedFactor {
  /// What people call it: `SMS to +1******3434 "work"`, `Authenticator "pixel"`.
  var title: String {
    // In one line: a name from elsewhere must not look like a message of ours.
    let isTelling = name.map { !["", hint, TOTPEnrolling.usualName].contains($0) } ?? false
    let name = name.flatMap { isTelling ? " \"\(SafeText.line($0))\"" : nil } ?? ""
    return switch type {
    case .phone: "SMS to \(hint ?? "a phone")\(name)"
    case .totp: "Authenticator\(name)"
    default: "Unsupported kind\(name)"
    }
  }

  /// The number, masked; nil for other kinds.
  var hint: String? { phone.map { MaskedNumber.mask($0) } }

  /// Whether this version knows how to challenge it.
  var isSupported: Bool { [.phone, .totp].contains(type) }
}

extension [SavedFactor] {
  /// The factor that `word` names: its id, its name, the number it is listed under, its kind, or the
  /// beginning of one id only.
  /// - Throws: `UsageError` where it names none or several.
  func named(_ word: String) throws -> SavedFactor {
    if let factor = first(where: { $0.id == word }) { return factor }
    var found = filter { $0.name == word }
    if found.isEmpty, let ordinal = Int(word), indices.contains(ordinal - 1) { found = [self[ordinal - 1]] }
    if found.isEmpty { found = filter { $0.type == (word == "sms" ? .phone : FactorType(rawValue: word)) } }
    if found.isEmpty, !word.isEmpty { found = filter { $0.id.hasPrefix(word) } }
    if found.count == 1 { return found[0] }
    throw UsageError.misuse(
      found.isEmpty
        ? "the account has no second factor '\(word)'"
        : "'\(word)' could be: " + found.map { "\($0.id) (\($0.title))" }.joined(separator: ", "),
      hint: isEmpty
        ? "it has none; usher mfa enroll adds one"
        : "name it by its id: "
          + map(\.id).joined(separator: ", "))
  }
}
