import Essentials
package import IdentityToolkit

/// Sends codes and turns them into credentials.
package struct PhoneAuthProvider {
  private let auth: Auth

  package init(auth: Auth) {
    self.auth = auth
  }

  /// Sends a code to `number`.
  ///
  /// The server does not notice that one was sent a moment ago (it would hand one caller's session to
  /// another): see `PhoneVerification.stands(at:)`.
  /// - Throws: `AuthError.refused` with the server's code, `.network`.
  package func verifyPhoneNumber(_ number: PhoneNumber) throws(AuthError) -> PhoneVerification {
    var request = SendVerificationCode.Request(phoneNumber: number.e164, tenantId: auth.backend.tenant)
    let response = try verified(.sendVerificationCode) { proof throws(AuthError) in
      request.proof = proof
      return try auth.backend.call(SendVerificationCode.self, request)
    }
    return try verification(of: number.e164, response.sessionInfo)
  }

  /// Sends a code to a number that is to become a second factor of the current user.
  package func verifyPhoneNumber(enrolling number: PhoneNumber) throws(AuthError) -> PhoneVerification {
    // Nobody has the app verified for a session that has ended.
    try auth.idToken()
    var challenge = PhoneChallenge(phoneNumber: number.e164)
    let response = try verified(.mfaSMSEnrollment) { proof throws(AuthError) in
      challenge.proof = proof
      return try auth.showingToken { current throws(AuthError) in
        try auth.backend.call(
          StartMFAEnrollment.self,
          .init(
            idToken: current.tokens.idToken.text, phoneEnrollmentInfo: challenge,
            tenantId: auth.backend.tenant))
      }
    }
    return try verification(of: number.e164, response.phoneSessionInfo?.sessionInfo)
  }

  /// Sends a code to the second factor `hint` of `resolver`.
  /// - Parameter hint: A phone; authenticator apps are sent nothing.
  package func verifyPhoneNumber(
    of hint: MultiFactorInfo, in resolver: MultiFactorResolver
  ) throws(AuthError) -> PhoneVerification {
    guard hint.type == .phone, let number = hint.phoneNumber else { throw .missingPhoneNumber }
    var challenge = PhoneChallenge(phoneNumber: number)
    let response = try verified(.mfaSMSSignIn) { proof throws(AuthError) in
      challenge.proof = proof
      return try auth.backend.call(
        StartMFASignIn.self,
        .init(
          mfaPendingCredential: resolver.pendingCredential, mfaEnrollmentId: hint.uid,
          phoneSignInInfo: challenge, tenantId: auth.backend.tenant))
    }
    return try verification(of: MaskedNumber.mask(number), response.phoneResponseInfo?.sessionInfo)
  }

  /// Has the app verified now for the next code that is sent for `action`, so that sending it waits for nobody.
  package func prepare(_ action: RecaptchaAction) throws(AuthError) {
    try auth.appVerification?.prepare(action, auth.backend)
  }

  private func verified<Answer>(
    _ action: RecaptchaAction, _ send: (AppVerificationProof) throws(AuthError) -> Answer
  ) throws(AuthError) -> Answer {
    guard let verification = auth.appVerification else { return try send(.unverified) }
    return try verification.verified(action, auth.backend, send)
  }

  private func verification(
    of number: String, _ sessionInfo: String?
  ) throws(AuthError) -> PhoneVerification {
    guard let sessionInfo, !sessionInfo.isEmpty else {
      throw .malformedAnswer(status: 200, reason: "no session info")
    }
    return PhoneVerification(phoneNumber: number, verificationID: sessionInfo, sentAt: auth.now())
  }

  /// The credential of a code that arrived.
  /// - Throws: `AuthError.missingVerificationID`, `.missingVerificationCode` for empty words.
  package func credential(
    verificationID: String, code: String
  ) throws(AuthError) -> PhoneAuthCredential {
    if verificationID.isEmpty { throw .missingVerificationID }
    if code.isEmpty { throw .missingVerificationCode }
    return .code(verificationID: verificationID, code: code)
  }
}
