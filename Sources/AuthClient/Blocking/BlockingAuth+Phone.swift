import Essentials
package import IdentityToolkit

// SMS codes.
extension BlockingAuth {
  /// Sends a code to `number`.
  ///
  /// The server does not check whether a code was sent a moment ago. Otherwise it would give one caller's session to
  /// another. `sentCodes`, or the caller that keeps a `PhoneVerification`, does that.
  /// - Parameter resend: Whether to send another code within the minute.
  /// - Throws: `AuthFailure.refused` with the server's code, `.network`.
  package func verifyPhoneNumber(
    _ number: PhoneNumber, resend: Bool = false
  ) throws(AuthFailure) -> PhoneVerification {
    try sendOnce(.signIn, number.e164, resend) { () throws(AuthFailure) in
      var request = SendVerificationCode.Request(phoneNumber: number.e164, tenantId: backend.tenant)
      let sessionInfo = try verified(.sendVerificationCode) { proof throws(AuthFailure) in
        request.proof = proof
        return try backend.call(SendVerificationCode.self, request).sessionInfo
      }
      return try verification(of: number.e164, sessionInfo)
    }
  }

  private func sendOnce(
    _ kind: SentCodes.Purpose.Kind, _ number: String, _ resend: Bool,
    _ send: () throws(AuthFailure) -> PhoneVerification
  ) throws(AuthFailure) -> PhoneVerification {
    let purpose = SentCodes.Purpose(
      kind: kind, number: number, endpoint: backend.endpoint, tenant: backend.tenant)
    if !resend, let standing = sentCodes?.standing(purpose, at: now()) { return standing }
    let sent = try send()
    sentCodes?.keep(sent, for: purpose)
    return sent
  }

  /// Sends a code to a number that the current user wants to enroll as a second factor.
  package func verifyPhoneNumber(
    enrolling number: PhoneNumber, resend: Bool = false
  ) throws(AuthFailure) -> PhoneVerification {
    // If the session has ended, the call fails before app verification.
    let uid = try idToken().uid
    return try sendOnce(.enrollment(uid: uid), number.e164, resend) { () throws(AuthFailure) in
      var challenge = PhoneChallenge(phoneNumber: number.e164)
      let sessionInfo = try verified(.mfaSMSEnrollment) { proof throws(AuthFailure) in
        challenge.proof = proof
        return try showingToken { current throws(AuthFailure) in
          try backend.call(
            StartMFAEnrollment.self,
            .init(
              idToken: current.tokens.idToken.text, phoneEnrollmentInfo: challenge,
              tenantId: backend.tenant)
          ).phoneSessionInfo?.sessionInfo
        }
      }
      return try verification(of: number.e164, sessionInfo)
    }
  }

  /// Sends a code to the second factor `hint` of `resolver`.
  /// - Parameter hint: A phone. An authenticator app needs no message.
  package func verifyPhoneNumber(
    of hint: EnrolledFactor, in resolver: ResolverRecord, resend: Bool = false
  ) throws(AuthFailure) -> PhoneVerification {
    guard hint.type == .phone, let number = hint.phoneNumber else { throw .missingPhoneNumber }
    let kind = SentCodes.Purpose.Kind.secondFactor(
      enrollmentID: hint.uid, pendingCredential: resolver.pendingCredential)
    return try sendOnce(kind, number, resend) { () throws(AuthFailure) in
      var challenge = PhoneChallenge(phoneNumber: number)
      let sessionInfo = try verified(.mfaSMSSignIn) { proof throws(AuthFailure) in
        challenge.proof = proof
        return try backend.call(
          StartMFASignIn.self,
          .init(
            mfaPendingCredential: resolver.pendingCredential, mfaEnrollmentId: hint.uid,
            phoneSignInInfo: challenge, tenantId: backend.tenant)
        ).phoneResponseInfo?.sessionInfo
      }
      return try verification(of: MaskedNumber.mask(number), sessionInfo)
    }
  }

  /// Runs `body`, which uses a code. A code works once, and only after a wrong code is another try possible.
  /// - Parameter verificationID: The ID of the code; nil if none is used.
  func using<Answer>(
    _ verificationID: String?, _ body: () throws(AuthFailure) -> Answer
  ) throws(AuthFailure) -> Answer {
    guard let verificationID else { return try body() }
    do {
      let answer = try body()
      sentCodes?.forget(verificationID)
      return answer
    } catch {
      if error.usesUpCode { sentCodes?.forget(verificationID) }
      throw error
    }
  }

  /// Loads the reCAPTCHA settings for later requests.
  package func initializeRecaptchaConfig() throws(AuthFailure) {
    try verification()?.initializeRecaptchaConfig(backend)
  }

  /// Verifies the app now, for the next request for `action`. The request then waits for nobody.
  package func prepare(_ action: RecaptchaAction) throws(AuthFailure) {
    try verification()?.prepare(action, backend)
  }

  private func verified(
    _ action: RecaptchaAction, _ send: (AppVerificationProof) throws(AuthFailure) -> String?
  ) throws(AuthFailure) -> String? {
    guard let verification = try verification() else { return try send(.unverified) }
    return try verification.verified(action, backend, send)
  }

  private func verification(
    of number: String, _ sessionInfo: String?
  ) throws(AuthFailure) -> PhoneVerification {
    guard let sessionInfo, !sessionInfo.isEmpty else {
      throw .malformedAnswer(status: 200, reason: "no session info")
    }
    return PhoneVerification(phoneNumber: number, verificationID: sessionInfo, sentAt: now())
  }
}

extension AuthFailure {
  /// Whether the service accepted the code, or no longer accepts it.
  fileprivate var usesUpCode: Bool {
    switch self {
    case .refused(let refusal), .refusedCall(_, let refusal): refusal.code != .invalidCode
    case .credentialAlreadyInUse, .malformedAnswer, .userMismatch, .foreignToken, .malformedToken: true
    default: false
    }
  }
}
