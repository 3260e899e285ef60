import Essentials

/// What is wrong with an authenticator's answer.
package enum WebAuthnFlaw: Error, Equatable, Sendable {
  /// A part is missing or cannot be read.
  case unreadable(String)
  /// The answer is of the other kind: an enrollment for a sign-in, or the other way round.
  case otherType(String)
  /// The challenge was not made for this, or was used already.
  case unknownChallenge
  /// The user handle is not that of the credential's account.
  case otherUser
  /// The page that asked the authenticator is not one of the project's.
  case otherOrigin(String)
  /// The page was in a frame of a page that is not one of the project's.
  case framed
  case otherRelyingParty
  case noUserPresent
  case userNotVerified
  /// The flags about backups contradict each other or an earlier answer.
  case contradictoryBackupFlags
  /// The public key is of an algorithm that was not offered.
  case otherAlgorithm
  /// Others than the authenticator could sign with the key.
  case weakKey
  /// The credential's ID is empty or longer than 1 023 bytes, or not the one in the answer.
  case badCredentialID
  case wrongSignature
  /// The counter did not grow, so there may be a copy of the authenticator.
  case counterNotGrown
}

extension WebAuthnFlaw: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let part): "The \(part) is missing or cannot be read."
    case .otherType(let expected): "The client data's type is not \(expected)."
    case .unknownChallenge: "The challenge is unknown, or was used already."
    case .otherUser: "The user handle belongs to another account."
    case .otherOrigin(let origin): "The origin \(origin.clipped(to: 100)) is not expected."
    case .framed: "The page is in a frame of another site."
    case .otherRelyingParty: "The answer is for another relying party ID."
    case .noUserPresent: "The user was not present."
    case .userNotVerified: "The user was not verified."
    case .contradictoryBackupFlags: "The backup flags are contradictory."
    case .otherAlgorithm: "The public key's algorithm is not supported."
    case .weakKey: "The public key is weak: others could sign with it."
    case .badCredentialID: "The credential ID is not valid."
    case .wrongSignature: "The signature is wrong."
    case .counterNotGrown: "The signature counter did not grow."
    }
  }
}
