import AuthClient
import Essentials
import Flows

/// A session in a result.
struct SessionResult: Codable, Sendable {
  var expiresAt: Date
  var signedInAt: Date
  var signInProvider: String?
  var secondFactor: String?

  init(_ session: SavedSession) {
    expiresAt = session.tokens.expiresAt
    signedInAt = session.signedInAt
    signInProvider = session.tokens.idToken.signInProvider
    secondFactor = session.tokens.idToken.secondFactor
  }

  private enum CodingKeys: String, CodingKey {
    case expiresAt = "expires_at"
    case signedInAt = "signed_in_at"
    case signInProvider = "sign_in_provider"
    case secondFactor = "second_factor"
  }
}
