import Essentials
import IDTokens
import IdentityToolkit

/// The ID token for a user whom the server's own page signs in in place of a provider.
struct OwnIdentityToken: Sendable {
  let call: Call
  let provider: String

  /// Returns a token with these claims.
  ///
  /// It is signed if the policy requires that.
  func text(_ claims: JSONValue) throws -> String {
    var claims = claims
    claims["nonce"] = nil
    if call.policy.idpTokensChecked { claims["iss"] = .string(Self.issuer) }
    claims["aud"] = .string(audience)
    claims["iat"] = .integer(call.now.seconds)
    claims["exp"] = .integer(call.now.seconds + Int64(call.policy.idTokenLifetime))
    return try call.policy.idpTokensChecked
      ? call.issuer.sign(claims, as: .providerTokens) : call.issuer.write(claims, as: .providerTokens)
  }

  /// Returns whether this server signed `token` for this provider and this project or tenant.
  func isSigned(_ token: String) throws -> Bool {
    var check = IDTokenCheck(.openID, for: audience, from: [Self.issuer])
    // Expiry is checked where the claims are read.
    check.expiryLeeway = .infinity
    check.startLeeway = .infinity
    return try call.issuer.isSigned(token, as: .providerTokens, by: check, now: call.now)
  }

  /// An issuer that belongs to nobody.
  ///
  /// Code that checks only the issuer never accepts the token as a real one.
  private static let issuer = "https://identity-provider-page.invalid"

  private var audience: String { "identity/\(call.projectName.text)/\(provider)" }
}
