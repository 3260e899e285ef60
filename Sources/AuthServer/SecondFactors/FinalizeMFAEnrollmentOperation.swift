import Crypto
import Essentials
import IdentityToolkit

/// The operation that enrolls a second factor after a right code.
struct FinalizeMFAEnrollmentOperation: Operation {
  let call: Call

  func answer(
    _ request: FinalizeMFAEnrollment.Request
  ) throws -> FinalizeMFAEnrollment.Response {
    try call.refuseBothKinds(
      request.phoneVerificationInfo, request.totpVerificationInfo, of: "verification_info",
      "totpVerificationInfo")
    let token = try call.verifiedForFactors(request.idToken)
    let name = try SecondFactorEnrollment.displayName(request.displayName)
    var response = FinalizeMFAEnrollment.Response()
    if let answer = request.phoneVerificationInfo {
      if answer.sessionInfo?.nonEmpty != nil, answer.code?.nonEmpty == nil { throw ServerError(.missingCode) }
      let answer = try ChallengeAnswer(answer.sessionInfo, answer.code, for: call)
      try Sessions(call: call).fill(&response, with: try enroll(answer, name: name, by: token))
    } else if let answer = request.totpVerificationInfo {
      guard let session = answer.sessionInfo?.nonEmpty else {
        throw call.dialect.refusesEmptySession
          ? ServerError(.invalidSessionInfo) : call.missingPart(.missingSessionInfo)
      }
      guard let info = SessionInfo(session) else { throw ServerError(.invalidSessionInfo) }
      let code = answer.verificationCode?.nonEmpty
      response.totpAuthInfo = EmptyObject()
      try Sessions(call: call).fill(&response, with: try enrollTOTP(info, code, name: name, by: token))
    } else {
      throw call.missingFactor("((Missing phoneVerificationInfo.))")
    }
    return response
  }

  /// Enrolls the number of a session, which ends the account's earlier sessions.
  ///
  /// The caller's session continues with its old sign-in time, because an SMS code does not prove the first factor.
  private func enroll(
    _ answer: ChallengeAnswer, name: String?, by token: IDToken
  ) throws -> Grant {
    try enroll(by: token) { enrollmentID, account, settings, transaction in
      let session = try PhoneCodes(call: call).session(
        answer.info, for: [.enrollment(account: account.id)], project: account.project, in: transaction)
      try SecondFactorEnrollment(call: call).refuseUnfit(session.phone, for: account, by: token, settings)
      try PhoneCodes(call: call).check(answer.code, of: session, in: transaction)
      try PhoneCodes(call: call).consume(session, in: transaction)
      Sessions(call: call).endAll(of: &account, keeping: token.signedInAt)
      try transaction.update(account)
      return SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: call.now, kind: .phone(session.phone))
    }
  }

  /// Enrolls the authenticator app of a session.
  ///
  /// Earlier sessions stay active. What is missing is told after a wrong session, as the service does.
  private func enrollTOTP(
    _ info: SessionInfo, _ code: String?, name: String?, by token: IDToken
  ) throws -> Grant {
    try enroll(by: token) { enrollmentID, account, settings, transaction in
      let (session, totp) = try totpEnrollment(info, of: account, in: transaction)
      guard let name else { throw ServerError(.missingDisplayName, "display name cannot be empty") }
      guard let code else { throw call.missingPart(.missingCode) }
      try SecondFactorEnrollment(call: call).refuseUnfit(nil, for: account, by: token, settings)
      try transaction.countTry(ofTOTPEnrollment: session.id)
      let intervals = settings.mfa.adjacentIntervals
      guard let step = totp.matches(code, at: call.now.seconds, adjacentIntervals: intervals)
      else { throw ServerError(.invalidCode) }
      try transaction.finish(totpEnrollment: session.id)
      return SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: call.now, kind: .totp(totp), lastStep: step
      )
    }
  }

  /// Enrolls the factor that `prove` returns for the account of `token`, under the given ID.
  private func enroll(
    by token: IDToken,
    _ prove:
      @escaping @Sendable (
        _ enrollmentID: String, inout Account, ProjectSettings, Transaction
      ) throws -> SecondFactor
  ) throws -> Grant {
    let enrollmentID = try SecondFactorEnrollment(call: call).newID()
    let newToken = try RefreshToken(random: call.random)
    let wayBack = try ActionLinks(call: call).new(.revertSecondFactorAddition)
    return try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let factor = try prove(enrollmentID, &account, settings, transaction)
      return try SecondFactorEnrollment(call: call).enroll(
        factor, in: &account, by: token, wayBack: wayBack, newToken, in: transaction)
    }
  }

  /// Returns the enrollment of `info`, if it belongs to this account and still accepts a code.
  private func totpEnrollment(
    _ info: SessionInfo, of account: Account, in transaction: Transaction
  ) throws -> (TOTPEnrollment, TOTP) {
    guard let session = try transaction.totpEnrollment(row: info.row, project: account.project),
      ConstantTime.equal(session.sessionSecret, info.secret), session.account == account.id
    else { throw ServerError(.invalidSessionInfo) }
    let isTriedOut = session.tries >= Policy.triesPerTOTPEnrollment
    let tooMany = ServerError(.tooManyEnrollmentAttempts, "restart enrollment")
    guard let totp = session.totp
    else { throw isTriedOut ? tooMany : ServerError(.mfaEnrollmentAlreadyComplete) }
    try call.refuse(
      madeAt: session.createdAt, unlessInLast: Policy.totpEnrollmentLifetime,
      ServerError(.sessionExpired))
    if isTriedOut { throw tooMany }
    return (session, totp)
  }
}
