import Essentials
import IDTokens
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
    if call.policy.idpTokensChecked { claims["iss"] = .string(Self.issuer) }
    claims["aud"] = .string(audience)
    claims["iat"] = .integer(call.now.seconds)
    claims["exp"] = .integer(call.now.seconds + Int64(call.policy.idTokenLifetime))
    return try call.policy.idpTokensChecked
      ? call.issuer.sign(claims, as: .providerTokens) : call.issuer.write(claims, as: .providerTokens)
  }

  /// Whether this server signed `token`, for this provider and this project or tenant.
  func isSigned(_ token: String) throws -> Bool {
    var check = IDTokenCheck(.openID, for: audience, from: [Self.issuer])
    // Who reads its claims says of a stale one that it is.
    check.expiryLeeway = .infinity
    check.startLeeway = .infinity
    return try call.issuer.isSigned(token, as: .providerTokens, by: check, now: call.now)
  }

  /// Nobody's, whatever the claims say: who goes by the issuer alone takes no such token for a provider's, nor for the
  /// service's.
  private static let issuer = "https://identity-provider-page.invalid"

  private var audience: String { "identity/\(call.projectName.text)/\(provider)" }
}
