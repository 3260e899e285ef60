import Essentials
import HTTP
import IdentityToolkit
import SAML

/// This server as a SAML identity provider.
struct OwnSAMLProvider: Sendable {
  let call: Call
  let id: String

  /// The entity ID.
  ///
  /// It belongs to nobody, and is the same whatever name the server is reached by.
  var entityID: String {
    "https://identity-provider-page.invalid/\(call.projectName.text)/\(FormEncoding.encode(id))"
  }

  /// Returns the certificate of its signatures, in Base64.
  func certificate() throws -> String {
    try call.issuer.signingKey(for: .samlAssertions).certificate
      .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
  }

  func metadata(signOn: String) throws -> IdpMetadata {
    IdpMetadata(entityID: entityID, signOn: signOn, certificates: [try certificate()])
  }

  /// Returns a signed response with these claims.
  func response(
    _ claims: JSONValue, to destination: String, audience: String, answering requestID: String?
  ) throws -> String {
    try message(to: destination, answering: requestID).signedIn(
      claims["email"]?.string ?? claims["sub"]?.string ?? "", Self.attributes(claims), audience: audience,
      by: call.issuer.signingKey(for: .samlAssertions).privateKey, certificate: certificate())
  }

  /// Returns the response if the person gave up.
  func cancellation(to destination: String, answering requestID: String?) throws -> String {
    try message(to: destination, answering: requestID).cancelled
  }

  private func message(to destination: String, answering requestID: String?) throws -> OwnSAMLResponse {
    OwnSAMLResponse(
      issuer: entityID, destination: destination, requestID: requestID, id: try call.random.localID(),
      at: call.now)
  }

  /// Returns the claims as attributes, without those that OpenID Connect needs for itself.
  private static func attributes(_ claims: JSONValue) -> [SAMLAssertion.Attribute] {
    (claims.members ?? []).compactMap { claim in
      guard !["sub", "iss", "aud", "email_verified"].contains(claim.name) else { return nil }
      let values = (claim.value.array ?? [claim.value]).compactMap { value in
        value == .null ? nil : value.string ?? value.text
      }
      return values.isEmpty ? nil : SAMLAssertion.Attribute(claim.name, values)
    }
  }
}
