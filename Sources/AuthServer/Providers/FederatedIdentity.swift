import Essentials
import IdentityToolkit

extension ProviderIdentity {
  /// Creates the identity that an administrator describes.
  init(_ info: ProviderUserInfo, under policy: Policy) throws(ServerError) {
    guard let provider = info.providerId, !provider.isEmpty else { throw ServerError(.missingProviderID) }
    guard let rawID = info.rawId, !rawID.isEmpty
    else { throw ServerError(policy.dialect.callsRawIDIdentifier ? .missingIdentifier : .missingRawID) }
    guard ProviderIdentity.isFederated(provider) else { throw ServerError(.invalidProviderID) }
    self.init(provider: provider, rawID: rawID)
    federatedID = info.federatedId ?? (policy.dialect.takesRawIDForFederated ? rawID : nil)
    email = info.email.flatMap { try? EmailAddress(described: $0, under: policy) }
    displayName = info.displayName
    photoURL = info.photoUrl
    screenName = info.screenName
  }

  /// Returns whether `provider` can be an identity provider, and not a built-in sign-in method.
  static func isFederated(_ provider: String) -> Bool {
    (1...128).contains(provider.utf8.count)
      && !["password", "phone", "anonymous", "custom", "emailLink", "email", "firebase"].contains(provider)
      && provider.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || ".-_".utf8.contains($0) }
  }
}
