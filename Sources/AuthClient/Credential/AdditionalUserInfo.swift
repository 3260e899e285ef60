package import IdentityToolkit

/// What a sign-in tells beyond the user.
public struct AdditionalUserInfo: Sendable, Equatable {
  /// Whether the sign-in created the account.
  public package(set) var isNewUser: Bool
  /// The provider that was used, `phone` or `google.com`; nil for anonymous accounts and custom tokens.
  public package(set) var providerID: String?
  /// What an identity provider says of the user, as it said it.
  package var providerProfile: JSONValue?
  /// What an identity provider gave, for calls to it.
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

  /// What an identity provider says of the user: strings, numbers (`Int`, `Double`), `Bool`, arrays and dictionaries.
  /// Empty for other providers.
  public var profile: [String: any Sendable] { providerProfile?.dictionary ?? [:] }
}
