import Crypto
import Essentials
import IdentityToolkit

/// The operation that completes a sign-in after the right code of a second factor.
struct FinalizeMFASignInOperation: Operation {
  let call: Call

  func answer(_ request: FinalizeMFASignIn.Request) throws -> FinalizeMFASignIn.Response {
    try call.refuseBothKinds(
      request.phoneVerificationInfo, request.totpVerificationInfo, of: "verification_info",
      "totpVerificationInfo")
    let hidesMissing = request.totpVerificationInfo != nil && call.dialect.callsMissingPartsUnreadable
    guard let credential = request.mfaPendingCredential?.nonEmpty else {
      throw hidesMissing
        ? .unreadableArgument : ServerError(.missingCredential, "Please set MFA Pending Credential.")
    }
    var response = FinalizeMFASignIn.Response()
    if let answer = request.phoneVerificationInfo {
      let answer = try ChallengeAnswer(answer.sessionInfo, answer.code, for: call)
      try Sessions(call: call).fill(&response, with: try finish(credential, answer, request.mfaEnrollmentId))
    } else if let answer = request.totpVerificationInfo {
      guard let id = request.mfaEnrollmentId?.nonEmpty
      else { throw hidesMissing ? ServerError.unreadableArgument : .missingFactorID }
      guard let code = answer.verificationCode, !code.isEmpty else { throw call.missingPart(.missingCode) }
      try Sessions(call: call).fill(&response, with: try finish(credential, totp: code, of: id))
    } else {
      throw call.missingFactor("MFA provider not supported!")
    }
    return response
  }

  /// - Parameter id: The factor that the client names, if any. The session knows its own factor.
  private func finish(
    _ credential: String, _ answer: ChallengeAnswer, _ id: String?
  ) throws -> Grant {
    let newToken = try RefreshToken(random: call.random)
    return try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      guard settings.mfa.isSMSEnabled else { throw ServerError.mfaNotEnabled("SMS") }
      let (pending, account) = try PendingCredentials(call: call).signIn(
        credential, project: project.id, in: transaction)
      let factors = account.secondFactors.filter { id?.isEmpty ?? true || $0.enrollmentID == id }
      guard !factors.isEmpty else { throw call.unknownFactor }
      let session = try PhoneCodes(call: call).session(
        answer.info, for: factors.map { .secondFactor(row: $0.id) }, project: project.id, in: transaction)
      guard let factor = factors.first(where: { session.purpose == .secondFactor(row: $0.id) })
      else { throw call.unknownFactor }
      try PhoneCodes(call: call).check(answer.code, of: session, in: transaction)
      try PhoneCodes(call: call).consume(session, in: transaction)
      return try call.signIn(to: account, pending, factor, newToken, in: transaction)
    }
  }

  private func finish(_ credential: String, totp code: String, of id: String) throws -> Grant {
    let newToken = try RefreshToken(random: call.random)
    return try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      let (pending, account) = try PendingCredentials(call: call).signIn(
        credential, project: project.id, in: transaction)
      try call.refuse(
        madeAt: pending.createdAt, unlessInLast: call.policy.totpWindow,
        ServerError(.totpChallengeTimeout, "TOTP challenge timeout, provide first factor again."))
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id }),
        let totp = factor.totp
      else { throw call.unknownFactor }
      try TOTPCodeLimit(call: call).refuseIfBlocked(account, in: transaction)
      let step = totp.matches(code, at: call.now.seconds, adjacentIntervals: settings.mfa.adjacentIntervals)
      guard let step, step > factor.lastStep ?? .min else {
        throw try TOTPCodeLimit(call: call).countFailure(of: account, in: transaction)
      }
      try transaction.forgetTOTPFailures(account: account.id)
      try transaction.setLastStep(step, ofSecondFactor: factor.id)
      return try call.signIn(to: account, pending, factor, newToken, in: transaction)
    }
  }
}

extension Call {
  /// Opens the session that waited for `factor`.
  ///
  /// The credential stays valid until it expires.
  fileprivate func signIn(
    to account: Account, _ pending: PendingSignIn, _ factor: SecondFactor, _ token: RefreshToken,
    in transaction: Transaction
  ) throws -> Grant {
    // Only a person with the code learns that the account is disabled.
    try account.refuseIfDisabled()
    var session = AuthSession(signedInAt: now, provider: pending.provider)
    session.note(factor)
    return try Sessions(call: self).signIn(
      to: account, NewSession(session: session, token: token), in: transaction)
  }
}

/// The limit on wrong codes of authenticator apps for an account.
///
/// Failures are counted per account, because there is no message to count them by.
struct TOTPCodeLimit: Sendable {
  let call: Call

  func refuseIfBlocked(_ account: Account, in transaction: Transaction) throws {
    var failures = try transaction.totpFailures(account: account.id)
    if failures.bringBack(limits, now: call.now) {
      try transaction.storeTOTPFailures(failures, account: account.id, project: account.project)
    }
    try failures.refuseIfBlocked(
      limits, by: .quotaExceeded,
      locked: "((\(failures.count) wrong codes in a row have locked the authenticator app.))", now: call.now)
  }

  /// Counts a wrong code, and returns the refusal of it.
  func countFailure(of account: Account, in transaction: Transaction) throws -> ServerError {
    var failures = try transaction.totpFailures(account: account.id)
    failures.add(limits, now: call.now)
    try transaction.storeTOTPFailures(failures, account: account.id, project: account.project)
    return ServerError(.invalidCode, retryAfter: failures.wait(at: call.now))
  }

  private var limits: Failures.Limits {
    Failures.Limits(perBackOff: call.policy.failuresPerBackOff, backOff: call.policy.backOff)
  }
}
