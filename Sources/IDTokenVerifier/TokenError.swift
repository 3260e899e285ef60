import IDTokens

/// Why a token was not verified.
///
/// No case holds the token, nor anything that was read from it: what is said here may be logged.
public enum TokenError: Error, Equatable, Sendable {
  /// No token of Firebase Authentication; `reason` says what is missing or cannot be read.
  case malformed(reason: String)
  /// It is not signed, as an emulator's tokens are not. Taken only by a verifier for `TokenIssuer.emulator`.
  case unsigned
  /// Signed in another way than RS256; for an emulator's verifier, signed at all.
  case wrongAlgorithm
  /// Signed with a key that is not among the published ones.
  case unknownKey
  /// The signature is of another key or another content.
  case badSignature
  /// For another project.
  case wrongProject
  /// Of the right project, but another kind of token: a session cookie in place of an ID token, say.
  case wrongIssuer
  /// Of a tenant that is not accepted, or of none where one is required.
  case wrongTenant
  /// Its time has ended. The client gets a new one by `getIDToken(forcingRefresh:)`.
  case expired
  /// Issued in the future: the clock of this machine is slow by more than the leeway.
  case notYetValid
  /// The account's sessions were revoked after this sign-in.
  case revoked
  /// The account is disabled.
  case userDisabled
  /// The account was deleted.
  case userNotFound
  /// The published keys could not be fetched, and none that are still good are at hand.
  case keysUnavailable(reason: String)
  /// The token is good, but whether it was revoked could not be found out.
  case revocationUnavailable(reason: String)
  /// The task was cancelled while it waited.
  case cancelled
}

extension TokenError {
  /// Whether the token is at fault, which a server answers with status 401.
  ///
  /// Otherwise nothing could be found out about it, which is 503: the same token may be good a moment later.
  public var isRefusal: Bool {
    switch self {
    case .keysUnavailable, .revocationUnavailable, .cancelled: false
    default: true
    }
  }
}

extension TokenError {
  init(_ problem: IDTokenProblem) {
    switch problem {
    case .missing, .malformed: self = .malformed(reason: "it is no JWT")
    case .criticalExtension: self = .malformed(reason: "it demands an extension that is not known")
    case .unreadableClaims: self = .malformed(reason: "its claims are no JSON object")
    case .ambiguous: self = .malformed(reason: "its claims can be read in more than one way")
    // The names are the check's: nothing of the token's shows.
    case .missingClaim(let name): self = .malformed(reason: "it has no claim \(name)")
    case .mistypedClaim(let name): self = .malformed(reason: "the claim \(name) is of another type")
    case .impossibleClaim("sub"):
      self = .malformed(reason: "sub is no user ID of 1 to 128 characters")
    case .impossibleClaim(let name): self = .malformed(reason: "the claim \(name) is no time")
    case .algorithm("none"): self = .unsigned
    case .algorithm: self = .wrongAlgorithm
    case .unknownKey: self = .unknownKey
    case .signature: self = .badSignature
    case .wrongAudience: self = .wrongProject
    case .wrongIssuer: self = .wrongIssuer
    case .wrongTenant: self = .wrongTenant
    case .expired: self = .expired
    case .notYetValid: self = .notYetValid
    // Asked for by no verifier of the service's tokens.
    case .wrongNonce, .wrongAccessToken: self = .malformed(reason: "it answers another question")
    }
  }
}

// A release build may know no names of cases.
extension TokenError: CustomStringConvertible {
  /// One sentence for a log, without a full stop.
  public var description: String {
    switch self {
    case .malformed(let reason): "the token is malformed: \(reason)"
    case .unsigned: "the token is not signed; it is an emulator's"
    case .wrongAlgorithm:
      "the token is not signed in the expected way; an emulator's verifier takes unsigned ones only"
    case .unknownKey: "the token's key is not among the published ones"
    case .badSignature: "the token's signature is wrong"
    case .wrongProject: "the token is for another project"
    case .wrongIssuer: "the token is of another kind"
    case .wrongTenant: "the token is of another tenant"
    case .expired: "the token has expired"
    case .notYetValid: "the token comes from the future: a clock is wrong"
    case .revoked: "the token was revoked"
    case .userDisabled: "the token's account is disabled"
    case .userNotFound: "the token's account was deleted"
    case .keysUnavailable(let reason): "the published keys could not be fetched: \(reason)"
    case .revocationUnavailable(let reason): "whether the token was revoked could not be checked: \(reason)"
    case .cancelled: "the task was cancelled"
    }
  }
}
