package import IdentityToolkit

/// What a sign-in tells beyond the user.
package struct AdditionalUserInfo: Equatable, Sendable {
  package var isNewUser: Bool
  /// The provider that was used, `phone` say.
  package var providerID: String?
  /// What an identity provider says of the user.
  package var profile: JSONValue?
  /// What an identity provider gave, for calls to it.
  package var credential: OAuthCredential?

  package init(
    isNewUser: Bool, providerID: String?, profile: JSONValue? = nil, credential: OAuthCredential? = nil
  ) {
    self.isNewUser = isNewUser
    self.providerID = providerID
    self.profile = profile
    self.credential = credential
  }
}

/// Without the provider's credential, which is not for a file.
extension AdditionalUserInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case profile
    case isNewUser = "is_new_user"
    case providerID = "provider"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    isNewUser = try members.decode(Bool.self, forKey: .isNewUser)
    providerID = try members.decodeIfPresent(String.self, forKey: .providerID)
    let text = try members.decodeIfPresent(String.self, forKey: .profile)
    profile = text.flatMap { JSONValue(json: $0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(isNewUser, forKey: .isNewUser)
    try members.encodeIfPresent(providerID, forKey: .providerID)
    // JSON as text: however deep a provider nests it, it must not make the state unreadable.
    try members.encodeIfPresent(profile?.text, forKey: .profile)
  }
}
