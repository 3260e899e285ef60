import Crypto
import Essentials
import IdentityToolkit

extension Call {
  func finalizeMFAEnrollment(
    _ request: FinalizeMFAEnrollment.Request
  ) throws -> FinalizeMFAEnrollment.Response {
    try refuse(tenant: request.tenantId)
    let token = try verified(request.idToken)
    let name = try factorName(request.displayName)
    var response = FinalizeMFAEnrollment.Response()
    if let answer = request.phoneVerificationInfo {
      let (info, code) = try self.answer(answer.sessionInfo, answer.code)
      let (grant, phone) = try enroll(info, code, name: name, by: token)
      response.phoneAuthInfo = PhoneAuthInfo(phoneNumber: phone.e164)
      try fill(&response, with: grant)
    } else if let answer = request.totpVerificationInfo {
      let (info, code) = try self.answer(answer.sessionInfo, answer.verificationCode)
      guard let name else { throw ServerError(.missingDisplayName) }
      response.totpAuthInfo = EmptyObject()
      try fill(&response, with: try enrollTOTP(info, code, name: name, by: token))
    } else {
      throw ServerError.missingFactor("phoneVerificationInfo")
    }
    return response
  }

  /// Makes the number of a session a second factor, which ends the account's earlier sessions. The caller's goes
  /// on, and is no newer than it was: a code that came by SMS is no proof of the first factor.
  private func enroll(
    _ info: SessionInfo, _ code: String, name: String?, by token: IDToken
  ) throws -> (Grant, PhoneNumber) {
    let enrollmentID = try random.localID()
    let newToken = try RefreshToken(random: random)
    let wayBack = try actionLink(.revertSecondFactorAddition)
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let session = try phoneSession(
        info, for: [.enrollment(account: account.id)], project: project.id, in: transaction)
      try refuseUnfitFactor(session.phone, for: account, by: token, settings)
      try check(code, of: session, in: transaction)
      try consume(session, in: transaction)
      endSessions(of: &account, keeping: token.signedInAt)
      try transaction.update(account)
      let factor = SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: now, kind: .phone(session.phone))
      let grant = try enroll(
        factor, in: &account, by: token, wayBack: wayBack, newToken, in: transaction)
      return (grant, session.phone)
    }
  }

  /// Makes the authenticator app of a session a second factor. Earlier sessions stay.
  private func enrollTOTP(
    _ info: SessionInfo, _ code: String, name: String, by token: IDToken
  ) throws -> Grant {
    let enrollmentID = try random.localID()
    let newToken = try RefreshToken(random: random)
    let wayBack = try actionLink(.revertSecondFactorAddition)
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let (session, totp) = try totpEnrollment(info, of: account, in: transaction)
      try refuseUnfitFactor(nil, for: account, by: token, settings)
      guard
        let step = totp.matches(code, at: now.seconds, adjacentIntervals: settings.mfa.adjacentIntervals)
      else {
        try transaction.countTry(ofTOTPEnrollment: session.id)
        throw ServerError(.invalidCode)
      }
      try transaction.finish(totpEnrollment: session.id)
      var factor = SecondFactor(
        enrollmentID: enrollmentID, displayName: name, enrolledAt: now, kind: .totp(totp))
      factor.lastStep = step
      return try enroll(
        factor, in: &account, by: token, wayBack: wayBack, newToken, in: transaction)
    }
  }

  /// The enrolment that `info` names, if it is this account's and still takes a code.
  private func totpEnrollment(
    _ info: SessionInfo, of account: Account, in transaction: Transaction
  ) throws -> (TOTPEnrollment, TOTP) {
    guard let session = try transaction.totpEnrollment(row: info.row, project: account.project),
      ConstantTime.equal(session.sessionSecret, info.secret), session.account == account.id
    else { throw ServerError(.invalidSessionInfo) }
    guard let totp = session.totp else { throw ServerError(.mfaEnrollmentAlreadyComplete) }
    guard period(ofLast: policy.totpEnrollmentLifetime).contains(session.createdAt)
    else { throw ServerError(.sessionExpired) }
    guard session.tries < policy.triesPerTOTPEnrollment
    else { throw ServerError(.tooManyEnrollmentAttempts, "restart enrollment") }
    return (session, totp)
  }
}

extension Call {
  /// What answers a challenge, if nothing of it is missing.
  func answer(_ sessionInfo: String?, _ code: String?) throws(ServerError) -> (SessionInfo, code: String) {
    guard let sessionInfo, !sessionInfo.isEmpty else { throw ServerError(.missingSessionInfo) }
    guard let code, !code.isEmpty else { throw ServerError(.missingCode) }
    guard let info = SessionInfo(sessionInfo) else { throw ServerError(.invalidSessionInfo) }
    return (info, code)
  }
}
