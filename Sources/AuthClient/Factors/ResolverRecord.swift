import Essentials
import IdentityToolkit

/// A sign-in that still needs its second factor. It is saved until it is resolved.
package struct ResolverRecord: Equatable, Sendable {
  /// The server's proof of the first factor. It is valid for about ten minutes, and for several tries.
  package var pendingCredential: String
  /// The factors to choose from.
  package var hints: [EnrolledFactor]
  /// The information from the first factor in addition to the user.
  package var additional: AdditionalUserInfo

  package init(
    pendingCredential: String, hints: [EnrolledFactor],
    additional: AdditionalUserInfo = AdditionalUserInfo(isNewUser: false, providerID: nil)
  ) {
    self.pendingCredential = pendingCredential
    self.hints = hints
    self.additional = additional
  }
}

/// Does not encode the provider's credential, which must not be in a file.
extension ResolverRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case pendingCredential = "pending_credential"
    case hints = "factors"
    case additional = "first_factor"
  }

  private enum FirstFactorKeys: String, CodingKey {
    case profile
    case isNewUser = "is_new_user"
    case providerID = "provider"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      pendingCredential: try members.decode(String.self, forKey: .pendingCredential),
      hints: try members.decode([EnrolledFactor].self, forKey: .hints))
    // Older versions did not save it.
    guard members.contains(.additional) else { return }
    let told = try members.nestedContainer(keyedBy: FirstFactorKeys.self, forKey: .additional)
    additional.isNewUser = try told.decode(Bool.self, forKey: .isNewUser)
    additional.providerID = try told.decodeIfPresent(String.self, forKey: .providerID)
    additional.providerProfile = try told.decodeIfPresent(String.self, forKey: .profile)
      .flatMap { JSONValue(json: $0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(pendingCredential, forKey: .pendingCredential)
    try members.encode(hints, forKey: .hints)
    var told = members.nestedContainer(keyedBy: FirstFactorKeys.self, forKey: .additional)
    try told.encode(additional.isNewUser, forKey: .isNewUser)
    try told.encodeIfPresent(additional.providerID, forKey: .providerID)
    // The JSON is saved as text. A provider may nest it deeply, and that must not make the state unreadable.
    try told.encodeIfPresent(additional.providerProfile?.text, forKey: .profile)
  }
}
