import Essentials
import IdentityToolkit

extension BlockingAuth {
  /// Requests the secret of a new authenticator app.
  /// - Throws: `AuthFailure.refused` if the account may not enroll one.
  package func generateTOTPSecret() throws(AuthFailure) -> TOTPSecret {
    let answer = try showingToken { current throws(AuthFailure) in
      try backend.call(
        StartMFAEnrollment.self,
        .init(
          idToken: current.tokens.idToken.text, totpEnrollmentInfo: EmptyObject(), tenantId: backend.tenant))
    }
    guard let tokens = currentUser?.tokens else { throw .noCurrentUser }
    return try TOTPSecret(answer.totpSessionInfo, now: tokens.serviceTime(at: now()))
  }

  /// Enrolls the factor of `assertion` for the current user, who gets new tokens. A newly enrolled phone ends the
  /// account's earlier sessions.
  package func enroll(
    with assertion: MultiFactorAssertion, displayName: String?
  ) throws(AuthFailure) -> UserRecord {
    let answer = try using(assertion.verificationID) { () throws(AuthFailure) in
      try showingToken { current throws(AuthFailure) in
        try backend.call(
          FinalizeMFAEnrollment.self,
          try assertion.finalizeEnrollment(
            idToken: current.tokens.idToken.text, displayName: displayName, tenant: backend.tenant))
      }
    }
    return try goOn(with: answer.idToken, answer.refreshToken)
  }

  package func unenroll(factor uid: String) throws(AuthFailure) -> UserRecord {
    let answer = try showingToken { current throws(AuthFailure) in
      try backend.call(
        WithdrawMFA.self,
        .init(idToken: current.tokens.idToken.text, mfaEnrollmentId: uid, tenantId: backend.tenant))
    }
    return try goOn(with: answer.idToken, answer.refreshToken)
  }

  /// Finishes a sign-in with its second factor. Returns the result that the first factor would have given without it.
  package func resolveSignIn(
    _ resolver: ResolverRecord, with assertion: MultiFactorAssertion
  ) throws(AuthFailure) -> SignInResult {
    let user = try resolve(resolver, assertion)
    replaceCurrentUser(user)
    return .signedIn(user, resolver.additional)
  }

  /// Finishes a re-authentication with its second factor.
  /// - Throws: `AuthFailure.userMismatch` if the factor belongs to another account. The session stays.
  package func resolveReauthentication(
    _ resolver: ResolverRecord, with assertion: MultiFactorAssertion
  ) throws(AuthFailure) -> SignInResult {
    guard let current = currentUser else { throw .noCurrentUser }
    let user = try resolve(resolver, assertion)
    guard user.uid == current.uid else { throw .userMismatch }
    replaceCurrentUser(user)
    return .signedIn(user, resolver.additional)
  }

  private func resolve(
    _ resolver: ResolverRecord, _ assertion: MultiFactorAssertion
  ) throws(AuthFailure) -> UserRecord {
    let request = try assertion.finalizeSignIn(
      pendingCredential: resolver.pendingCredential, tenant: backend.tenant)
    let answer = try using(assertion.verificationID) { () throws(AuthFailure) in
      try backend.call(FinalizeMFASignIn.self, request)
    }
    return try lookUp(try tokens(answer.idToken, answer.refreshToken))
  }

  /// Loads the current user's account with the tokens of a change, if there are any.
  private func goOn(with idToken: String?, _ refreshToken: String?) throws(AuthFailure) -> UserRecord {
    guard let current = currentUser else { throw .noCurrentUser }
    return try goOn(as: current, with: try idToken == nil ? current.tokens : tokens(idToken, refreshToken))
  }

  /// Reads the tokens of a second-factor call. Its answer has no `expiresIn`, so the token's own expiry counts.
  private func tokens(_ idToken: String?, _ refreshToken: String?) throws(AuthFailure) -> Tokens {
    guard let idToken else { throw .malformedAnswer(status: 200, reason: "no ID token") }
    let tokens = try Tokens(idToken: idToken, refreshToken: refreshToken, expiresIn: nil, now: now())
    try tokens.idToken.refuseForeign(project: backend.project, tenant: backend.tenant)
    return tokens
  }

  /// Refuses an enrollment that every server refuses, before the user has to pass reCAPTCHA for it.
  ///
  /// The server decides how recent the sign-in must be, and how many factors an account may have.
  func refuseUnready(_ type: FactorID, _ number: PhoneNumber? = nil) throws(AuthFailure) {
    switch EnrollmentObstacle(for: try reload(), enrolling: type, number: number, at: now()) {
    case .unsuitableSignIn: throw .unusable(.unsupportedFirstFactor)
    case .unverifiedAddress: throw .unusable(.unverifiedEmail)
    case .enrolledAlready where type == .phone: throw .unusable(.secondFactorAlreadyEnrolled)
    case .enrolledAlready, .tooManyFactors, .oldSignIn, nil: break
    }
  }
}
