import IDTokens

/// A reason why a token was not verified.
///
/// No case contains the token or data from it, so you can log every error.
public enum TokenError: Error, Equatable, Sendable {
  /// The text is not a Firebase Authentication token.
  ///
  /// `reason` says what is missing or unreadable.
  case malformed(reason: String)
  /// The token is not signed, like an emulator's tokens.
  ///
  /// Only a verifier for `TokenIssuer.emulator` accepts it.
  case unsigned
  /// The token is not signed with RS256.
  ///
  /// For an emulator's verifier: the token is signed.
  case wrongAlgorithm
  /// The key that signed the token is not among the published ones.
  case unknownKey
  /// The signature does not match the key or the content.
  case badSignature
  /// The token is for another project.
  case wrongProject
  /// The token is for the right project, but of another kind.
  ///
  /// For example, it is a session cookie and not an ID token.
  case wrongIssuer
  /// The token's tenant is not accepted, or a tenant is required and the token does not have one.
  case wrongTenant
  /// The token has expired.
  ///
  /// The client gets a new one with `getIDToken(forcingRefresh:)`.
  case expired
  /// The token was issued in the future: this machine's clock is slow by more than the leeway.
  case notYetValid
  /// The account's sessions were revoked after this sign-in.
  case revoked
  /// The account is disabled.
  case userDisabled
  /// The account was deleted.
  case userNotFound
  /// The published keys could not be fetched, and the cache has no valid ones.
  case keysUnavailable(reason: String)
  /// The token is valid, but the check for revocation failed.
  case revocationUnavailable(reason: String)
  /// The task was cancelled while it waited.
  case cancelled

  /// Whether the token is at fault.
  ///
  /// If so, a server answers with status 401.
  ///
  /// If not, the verifier could not check the token; answer 503. The same token may be valid a moment later.
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
    case .missing, .malformed: self = .malformed(reason: "it is not a JWT")
    case .criticalExtension: self = .malformed(reason: "it demands an extension that is not known")
    case .unreadableClaims: self = .malformed(reason: "its claims are not a JSON object")
    case .ambiguous: self = .malformed(reason: "its claims can be read in more than one way")
    // The names come from the check, so nothing from the token is shown.
    case .missingClaim(let name): self = .malformed(reason: "it has no claim \(name)")
    case .mistypedClaim(let name): self = .malformed(reason: "the claim \(name) is of another type")
    case .impossibleClaim("sub"):
      self = .malformed(reason: "sub is not a user ID of 1 to 128 characters")
    case .impossibleClaim(let name): self = .malformed(reason: "the claim \(name) is not a time")
    case .algorithm("none"): self = .unsigned
    case .algorithm: self = .wrongAlgorithm
    case .unknownKey: self = .unknownKey
    case .signature: self = .badSignature
    case .wrongAudience: self = .wrongProject
    case .wrongIssuer: self = .wrongIssuer
    case .wrongTenant: self = .wrongTenant
    case .expired: self = .expired
    case .notYetValid: self = .notYetValid
    // No verifier of the service's tokens checks these.
    case .wrongNonce, .wrongAccessToken: self = .malformed(reason: "it answers another question")
    }
  }
}

// In a release build, case names may be missing from the default description.
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
