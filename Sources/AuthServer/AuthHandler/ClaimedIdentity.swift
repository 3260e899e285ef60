import Crypto
import Essentials
import IdentityToolkit

/// The identity that the handler claims for a person, in place of an identity provider.
struct ClaimedIdentity: Sendable {
  let claims: JSONValue

  init(claims: JSONValue) {
    self.claims = claims
  }

  /// Creates the identity of a person whom the provider already knows.
  init(_ identity: ProviderIdentity) {
    var claims: JSONValue = ["sub": .string(identity.rawID), "iss": "", "aud": ""]
    claims["name"] = identity.displayName.map { .string($0) }
    claims["screen_name"] = identity.screenName.map { .string($0) }
    claims["email"] = identity.email.map { .string($0.text) }
    claims["email_verified"] = .bool(identity.isEmailVerified)
    claims["picture"] = identity.photoURL.map { .string($0) }
    self.claims = claims
  }

  /// Creates the identity that `text` names: an address, or claims in JSON.
  ///
  /// If there is no ID yet, it is derived from the address, so the next sign-in finds the same account.
  init(
    _ text: String, of provider: String, under policy: Policy, project: Int64, in transaction: Transaction
  ) throws {
    guard text.hasPrefix("{") else {
      let email = try EmailAddress(described: text, under: policy)
      self = try ClaimedIdentity(email, of: provider, project: project, in: transaction)
      return
    }
    guard var claims = JSONValue(json: text), claims.members != nil else {
      throw ServerError.badArgument("usher_identity is an address or a JSON object of claims.")
    }
    if claims["sub"] == nil {
      let email = try EmailAddress(described: claims["email"]?.string, under: policy)
      let known = try ClaimedIdentity(email, of: provider, project: project, in: transaction)
      claims["sub"] = known.claims["sub"]
      claims["email_verified"] = claims["email_verified"] ?? known.claims["email_verified"]
    }
    if claims["email_verified"] == nil { claims["email_verified"] = true }
    self.claims = claims
  }

  /// Creates the identity of the person with this address at the provider.
  init(
    _ email: EmailAddress, of provider: String, project: Int64, in transaction: Transaction
  ) throws {
    if let known = try transaction.identity(of: provider, email: email, project: project) {
      self.init(known)
    } else {
      let id = Self.id(Digest.sha256("\(provider) \(email.text)".utf8))
      var new = ProviderIdentity(provider: provider, rawID: id)
      new.email = email
      self.init(new)
    }
  }

  /// Returns a provider's ID for a person: 20 digits.
  static func id(_ bytes: some Sequence<UInt8>) -> String {
    bytes.prefix(20).map { String($0 % 10) }.joined()
  }
}
