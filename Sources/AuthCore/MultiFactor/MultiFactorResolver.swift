/// A sign-in whose first factor is done and whose second is not; saved until it is resolved.
package struct MultiFactorResolver: Equatable, Sendable {
  /// The server's proof of the first factor; good for about ten minutes, and for as many tries as fit.
  package var pendingCredential: String
  /// The factors to choose from.
  package var hints: [MultiFactorInfo]
  /// What the first factor told beyond the user.
  package var additional: AdditionalUserInfo

  package init(
    pendingCredential: String, hints: [MultiFactorInfo],
    additional: AdditionalUserInfo = AdditionalUserInfo(isNewUser: false, providerID: nil)
  ) {
    self.pendingCredential = pendingCredential
    self.hints = hints
    self.additional = additional
  }

  package var session: MultiFactorSession { .signIn(pendingCredential: pendingCredential) }
}

extension MultiFactorResolver: Codable {
  private enum CodingKeys: String, CodingKey {
    case pendingCredential = "pending_credential"
    case hints = "factors"
    case additional = "first_factor"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      pendingCredential: try members.decode(String.self, forKey: .pendingCredential),
      hints: try members.decode([MultiFactorInfo].self, forKey: .hints))
    // Steps of older versions do not have it.
    if let told = try members.decodeIfPresent(AdditionalUserInfo.self, forKey: .additional) {
      additional = told
    }
  }
}
