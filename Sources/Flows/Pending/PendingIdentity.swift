/// An identity at a provider whose address belongs to another account. It is linked after that account's user has
/// signed in.
package struct PendingIdentity: Codable, Equatable, Sendable {
  package var providerID: String
  /// The service's reference to the identity.
  package var pendingToken: String
  package var email: String?
  /// The sign-in providers of that account, if the service reports them.
  package var providers: [String] = []

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider"
    case pendingToken = "pending_token"
    case email, providers
  }
}

/// The proof of a number that belongs to another account. It signs in to that account without another message.
package struct PhoneProof: Codable, Equatable, Sendable {
  package var phone: String
  package var proof: String
}

/// The enrollment of an authenticator app. The app's secret is never saved.
package struct TOTPEnrollment: Codable, Equatable, Sendable {
  package var sessionInfo: String
  package var name: String?
  package var codeLength: Int

  /// The name of a factor that the user did not name.
  package static let defaultName = "Authenticator"

  package init(sessionInfo: String, name: String? = nil, codeLength: Int = 6) {
    self.sessionInfo = sessionInfo
    self.name = name
    self.codeLength = codeLength
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case sessionInfo = "session_info"
    case codeLength = "code_length"
  }
}
