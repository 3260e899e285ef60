import Essentials
package import IdentityToolkit

/// What a file has of an account's password hash.
enum HashState {
  case none
  case kept
  /// The service hides the hash from this caller.
  case redacted
  /// The service does not say how the hash was made, so it would be useless.
  case unexplained
  /// The hash contains the password itself, and the format has only real hashes.
  case readable
}

extension AccountRecord {
  func hashState(in format: AccountFormat) -> HashState {
    guard let passwordHash, !passwordHash.isEmpty else { return .none }
    if hasEmulatorHash { return format == .usher ? .kept : .readable }
    if hasRedactedHash { return .redacted }
    // Without a version, the hash is the project's own: JSON of the service omits zeros.
    return version ?? 0 == 0 || passwordHashParameters != nil ? .kept : .unexplained
  }

  /// Whether the hash is one of Firebase's emulator, which contains the password in plain text.
  package var hasEmulatorHash: Bool { passwordHash?.hasPrefix("fakeHash:") == true }

  /// Whether the account does not say how its password was hashed.
  package var hasUnexplainedHash: Bool {
    guard let passwordHash, !passwordHash.isEmpty else { return false }
    return passwordHashParameters == nil && !hasEmulatorHash
  }

  /// Whether the service has replaced the hash by a text of its own.
  package var hasRedactedHash: Bool {
    passwordHash.flatMap(Base64URL.decode(anyForm:)) == Base64URL.decode(anyForm: Self.redactedHash)
  }
}

extension String {
  /// This base64 text in the standard alphabet.
  var standardBase64: String { replacing("-", with: "+").replacing("_", with: "/") }

  /// This base64 text in the alphabet of the API.
  var webSafeBase64: String { replacing("+", with: "-").replacing("/", with: "_") }
}
