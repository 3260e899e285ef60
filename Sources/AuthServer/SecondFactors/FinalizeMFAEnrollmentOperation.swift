import Crypto
import Essentials
import IdentityToolkit

/// The operation that enrolls a second factor after a right code.
struct FinalizeMFAEnrollmentOperation: Operation {
  typealias Procedure = FinalizeMFAEnrollment

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
      let answer = try ChallengeAnswer(answer.sessionInfo, answer.code, for: call)
      try Sessions(call).fill(&response, with: try enroll(answer, name: name, by: token))
    } else if let answer = request.totpVerificationInfo {
      if call.dialect.refusesEmptySession, answer.sessionInfo?.isEmpty ?? true {
        throw ServerError(.invalidSessionInfo)
      }
      let answer = try ChallengeAnswer(answer.sessionInfo, answer.verificationCode, for: call)
      guard let name else { throw ServerError(.missingDisplayName) }
      response.totpAuthInfo = EmptyObject()
      try Sessions(call).fill(&response, with: try enrollTOTP(answer, name: name, by: token))
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
    let enrollmentID = try SecondFactorEnrollment(call).newID()
    let newToken = try RefreshToken(random: call.random)
    let wayBack = try ActionLinks(call).new(.revertSecondFactorAddition)
    return try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let session = try PhoneCodes(call).session(
        answer.info, for: [.enrollment(account: account.id)], project: project.id, in: transaction)
      try SecondFactorEnrollment(call).refuseUnfit(session.phone, for: account, by: token, settings)
      try PhoneCodes(call).check(answer.code, of: session, in: transaction)
      try PhoneCodes(call).consume(session, in: transaction)
      Sessions(call).endAll(of: &account, keeping: token.signedInAt)
      try transaction.update(account)
      let factor = SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: call.now, kind: .phone(session.phone))
      return try SecondFactorEnrollment(call).enroll(
        factor, in: &account, by: token, wayBack: wayBack, newToken, in: transaction)
    }
  }

  /// Enrolls the authenticator app of a session.
  ///
  /// Earlier sessions stay active.
  private func enrollTOTP(
    _ answer: ChallengeAnswer, name: String, by token: IDToken
  ) throws -> Grant {
    let enrollmentID = try SecondFactorEnrollment(call).newID()
    let newToken = try RefreshToken(random: call.random)
    let wayBack = try ActionLinks(call).new(.revertSecondFactorAddition)
    return try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let (session, totp) = try totpEnrollment(answer.info, of: account, in: transaction)
      try SecondFactorEnrollment(call).refuseUnfit(nil, for: account, by: token, settings)
      guard
        let step = totp.matches(
          answer.code, at: call.now.seconds, adjacentIntervals: settings.mfa.adjacentIntervals)
      else {
        try transaction.countTry(ofTOTPEnrollment: session.id)
        throw ServerError(.invalidCode)
      }
      try transaction.finish(totpEnrollment: session.id)
      var factor = SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: call.now, kind: .totp(totp))
      factor.lastStep = step
      return try SecondFactorEnrollment(call).enroll(
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
    guard let totp = session.totp else { throw ServerError(.mfaEnrollmentAlreadyComplete) }
    try call.refuse(
      madeAt: session.createdAt, unlessInLast: Policy.totpEnrollmentLifetime,
      ServerError(.sessionExpired))
    guard session.tries < Policy.triesPerTOTPEnrollment
    else { throw ServerError(.tooManyEnrollmentAttempts, "restart enrollment") }
    return (session, totp)
  }
}
