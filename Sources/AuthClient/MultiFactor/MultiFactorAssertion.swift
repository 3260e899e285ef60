import IdentityToolkit

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
}

extension MultiFactorAssertion {
  /// Of the code that was sent by SMS, where it is one.
  var verificationID: String? {
    if case .phone(let credential) = proof { credential.verificationID } else { nil }
  }
}

/// The calls that it finishes. An assertion for the other one of them, or with an empty code, is refused before it is sent.
extension MultiFactorAssertion {
  func finalizeEnrollment(
    idToken: String, displayName: String?, tenant: String?
  ) throws(AuthFailure) -> FinalizeMFAEnrollment.Request {
    var request = FinalizeMFAEnrollment.Request(idToken: idToken, displayName: displayName)
    request.tenantId = tenant
    switch proof {
    case .phone(let credential): request.phoneVerificationInfo = try credential.secondFactor
    case .newAuthenticator(let sessionInfo, let code):
      if code.isEmpty { throw .missingVerificationCode }
      request.totpVerificationInfo = .init(sessionInfo: sessionInfo, verificationCode: code)
    case .authenticator: throw .misusedAssertion
    }
    return request
  }

  func finalizeSignIn(
    pendingCredential: String, tenant: String?
  ) throws(AuthFailure) -> FinalizeMFASignIn.Request {
    var request = FinalizeMFASignIn.Request(mfaPendingCredential: pendingCredential)
    request.tenantId = tenant
    switch proof {
    case .phone(let credential): request.phoneVerificationInfo = try credential.secondFactor
    case .authenticator(let enrollmentID, let code):
      if code.isEmpty { throw .missingVerificationCode }
      request.mfaEnrollmentId = enrollmentID
      request.totpVerificationInfo = .init(verificationCode: code)
    case .newAuthenticator: throw .misusedAssertion
    }
    return request
  }
}

extension PhoneAuthCredential {
  fileprivate var secondFactor: PhoneChallengeAnswer {
    get throws(AuthFailure) {
      guard case .code(let verificationID, let code) = try checked.proof else { throw .misusedAssertion }
      return PhoneChallengeAnswer(sessionInfo: verificationID, code: code)
    }
  }
}

extension AuthFailure {
  /// An assertion for a sign-in was used for an enrollment, or the other way round.
  fileprivate static var misusedAssertion: AuthFailure {
    .caller(CallerFailure(AuthError(.invalidArgument)))
  }
}

/// Without what is secret in it, also where it is dumped.
extension MultiFactorAssertion: CustomStringConvertible, CustomReflectable {
  public var description: String { "an assertion of a second factor, \(factorID.rawValue)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
