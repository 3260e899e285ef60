import AuthCore

/// Proof of a second factor.
public struct MultiFactorAssertion: Sendable, Equatable {
  enum Proof: Sendable, Equatable {
    case phone(PhoneAuthCredential)
    case newAuthenticator(sessionInfo: String, code: String)
    case authenticator(enrollmentID: String, code: String)
  }

  let proof: Proof

  /// The kind of factor.
  public var factorID: FactorID {
    if case .phone = proof { .phone } else { .totp }
  }

  /// The core's form, for a factor that is being enrolled.
  var enrolling: AuthCore.MultiFactorAssertion {
    get throws(AuthCore.AuthError) {
      if case .authenticator = proof { throw .misused }
      return try core
    }
  }

  /// The core's form, for the rest of a sign-in.
  var signingIn: AuthCore.MultiFactorAssertion {
    get throws(AuthCore.AuthError) {
      if case .newAuthenticator = proof { throw .misused }
      return try core
    }
  }

  private var core: AuthCore.MultiFactorAssertion {
    get throws(AuthCore.AuthError) {
      switch proof {
      case .phone(let credential):
        guard case .code(let verificationID, let code) = try credential.core else { throw .misused }
        return try AuthCore.PhoneMultiFactorGenerator.assertion(verificationID: verificationID, code: code)
      case .newAuthenticator(let sessionInfo, let code):
        return try AuthCore.TOTPMultiFactorGenerator.assertionForEnrollment(
          sessionInfo: sessionInfo, oneTimePassword: code)
      case .authenticator(let enrollmentID, let code):
        return try AuthCore.TOTPMultiFactorGenerator.assertionForSignIn(
          enrollmentID: enrollmentID, oneTimePassword: code)
      }
    }
  }
}

extension AuthCore.AuthError {
  /// An assertion for a sign-in was used for an enrollment, or the other way round.
  fileprivate static var misused: AuthCore.AuthError {
    .caller(CallerFailure(AuthClient.AuthError(.invalidArgument)))
  }
}

/// Without what is secret in it, also where it is dumped.
extension MultiFactorAssertion: CustomStringConvertible, CustomReflectable {
  public var description: String { "an assertion of a second factor, \(factorID.rawValue)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
