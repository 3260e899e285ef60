package import Essentials
import IdentityToolkit

/// Information from a sign-in in addition to the user.
public struct AdditionalUserInfo: Sendable, Equatable {
  /// Whether the sign-in created the account.
  public package(set) var isNewUser: Bool
  /// The provider's ID, for example `phone` or `google.com`; nil for anonymous accounts and custom tokens.
  public package(set) var providerID: String?
  /// The identity provider's data about the user, unchanged.
  package var providerProfile: JSONValue?
  /// The credential from the identity provider, for calls to the provider.
  package var credential: OAuthCredential?

  package init(
    isNewUser: Bool, providerID: String?, providerProfile: JSONValue? = nil,
    credential: OAuthCredential? = nil
  ) {
    self.isNewUser = isNewUser
    self.providerID = providerID
    self.providerProfile = providerProfile
    self.credential = credential
  }

  /// The identity provider's data about the user; empty for other providers.
  ///
  /// Values are strings, numbers (`Int`, `Double`), `Bool`, arrays and dictionaries.
  public var profile: [String: any Sendable] { providerProfile?.dictionary ?? [:] }
}
