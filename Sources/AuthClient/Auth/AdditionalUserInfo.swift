import AuthCore

/// What a sign-in tells beyond the user.
public struct AdditionalUserInfo: Sendable {
  /// Whether the sign-in created the account.
  public let isNewUser: Bool
  /// The provider that was used, `phone` or `google.com`; nil for anonymous accounts and custom tokens.
  public let providerID: String?
  /// What an identity provider says of the user: strings, numbers (`Int`, `Double`), `Bool`, arrays and dictionaries.
  /// Empty for other providers.
  public let profile: [String: any Sendable]
  let credential: OAuthCredential?

  init(_ core: AuthCore.AdditionalUserInfo) {
    isNewUser = core.isNewUser
    providerID = core.providerID
    profile = core.profile?.dictionary ?? [:]
    credential = core.credential.map(OAuthCredential.init(core:))
  }
}
