import Essentials
import IdentityToolkit

/// Claims that a developer gives an account or a custom token.
struct CustomClaims: Sendable, Equatable {
  let value: JSONValue

  private static let longest = 1000
  private static let forbidden = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time",
    "firebase", "at_hash", "c_hash",
  ]

  init(json text: String) throws(ServerError) {
    guard text.utf16.count <= Self.longest else { throw ServerError(.claimsTooLarge) }
    guard let value = JSONValue(json: text) else { throw ServerError(.invalidClaims) }
    try self.init(value)
  }

  init(_ value: JSONValue) throws(ServerError) {
    guard value.members != nil else { throw ServerError(.invalidClaims) }
    guard value.text.utf16.count <= Self.longest else { throw ServerError(.claimsTooLarge) }
    for name in Self.forbidden where value[name] != nil { throw ServerError(.forbiddenClaim, name) }
    self.value = value
  }

  /// The claims in stored form, or nil if there are none.
  var stored: String? { value.members?.isEmpty == true ? nil : value.text }
}
