import Essentials
import IdentityToolkit

/// The content of a custom token: the user and the claims.
struct CustomToken: Sendable {
  let uid: String
  let claims: CustomClaims?
  let tenant: String?

  static let longestUID = 128

  /// Reads the claims of a token whose signature was already checked.
  init(_ payload: JSONValue, under policy: Policy) throws(ServerError) {
    let uid = payload["uid"] ?? payload["user_id"]
    guard let uid = uid?.string ?? uid?.integer.map(String.init), !uid.isEmpty || policy.dialect.readsEmptyUID
    else { throw ServerError(.missingIdentifier) }
    guard (1...Self.longestUID).contains(uid.utf8.count) else {
      throw ServerError(
        .invalidIdentifier,
        "Invalid user ID length. Expect to have length between 1 and \(Self.longestUID).")
    }
    self.uid = uid
    claims = try payload["claims"].map { value throws(ServerError) in try CustomClaims(value) }
    tenant = payload["tenant_id"]?.string
  }
}
