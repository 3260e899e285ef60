import IdentityToolkit

/// The ID token of a user for whom the server's own page speaks in a provider's name.
struct OwnIdentityToken: Sendable {
  private let call: Call
  private let provider: String

  init(_ call: Call, of provider: String) {
    self.call = call
    self.provider = provider
  }

  /// A token with these claims: signed where only such ones are believed.
  func text(_ claims: JSONValue) throws -> String {
    var claims = claims
    claims["nonce"] = nil
    claims["aud"] = .string(audience)
    claims["iat"] = .integer(call.now.seconds)
    claims["exp"] = .integer(call.now.seconds + Int64(call.policy.idTokenLifetime))
    return call.policy.idpTokensChecked ? try call.issuer.sign(claims) : try call.issuer.write(claims)
  }

  /// Whether this server signed `token`, for this provider and this project or tenant.
  func isSigned(_ token: String) throws -> Bool {
    try call.issuer.signedClaims(of: token)?["aud"]?.string == audience
  }

  private var audience: String { "identity/\(call.projectName.text)/\(provider)" }
}
