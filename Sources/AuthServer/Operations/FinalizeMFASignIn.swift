import Crypto
import Essentials
import IdentityToolkit

extension Call {
  func finalizeMFASignIn(_ request: FinalizeMFASignIn.Request) throws -> FinalizeMFASignIn.Response {
    try refuse(tenant: request.tenantId)
    guard let credential = request.mfaPendingCredential, !credential.isEmpty
    else { throw ServerError(.missingCredential, "Please set MFA Pending Credential.") }
    var response = FinalizeMFASignIn.Response()
    if let answer = request.phoneVerificationInfo {
      let (info, code) = try self.answer(answer.sessionInfo, answer.code)
      let (grant, phone) = try finish(credential, info, code, request.mfaEnrollmentId)
      response.phoneAuthInfo = PhoneAuthInfo(phoneNumber: phone?.e164)
      try fill(&response, with: grant)
    } else if let answer = request.totpVerificationInfo {
      guard let id = request.mfaEnrollmentId, !id.isEmpty else { throw ServerError.missingFactorID }
      guard let code = answer.verificationCode, !code.isEmpty else { throw ServerError(.missingCode) }
      try fill(&response, with: try finish(credential, totp: code, of: id))
    } else {
      throw ServerError.missingFactor("phoneVerificationInfo")
    }
    return response
  }

  /// - Parameter id: the factor that the client names, if any; the session knows its own.
  private func finish(
    _ credential: String, _ info: SessionInfo, _ code: String, _ id: String?
  ) throws -> (Grant, PhoneNumber?) {
    let newToken = try RefreshToken(random: random)
    return try store.write { transaction in
      let project = try openProject(in: transaction).0.id
      let (pending, account) = try pendingSignIn(credential, project: project, in: transaction)
      let factors = account.secondFactors.filter { id?.isEmpty ?? true || $0.enrollmentID == id }
      let session = try phoneSession(
        info, for: factors.map { .secondFactor(row: $0.id) }, project: project, in: transaction)
      guard let factor = factors.first(where: { session.purpose == .secondFactor(row: $0.id) })
      else { throw ServerError(.mfaEnrollmentNotFound) }
      try check(code, of: session, in: transaction)
      try consume(session, in: transaction)
      return (try signIn(to: account, pending, factor, newToken, in: transaction), factor.phone)
    }
  }

  private func finish(_ credential: String, totp code: String, of id: String) throws -> Grant {
    let newToken = try RefreshToken(random: random)
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let (pending, account) = try pendingSignIn(credential, project: project.id, in: transaction)
      guard period(ofLast: policy.totpWindow).contains(pending.createdAt) else {
        throw ServerError(.totpChallengeTimeout, "TOTP challenge timeout, provide first factor again.")
      }
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id }),
        let totp = factor.totp
      else { throw ServerError(.mfaEnrollmentNotFound) }
      try refuseIfTOTPBlocked(account, in: transaction)
      let step = totp.matches(code, at: now.seconds, adjacentIntervals: settings.mfa.adjacentIntervals)
      guard let step, step > factor.lastStep ?? .min else {
        try countTOTPFailure(of: account, in: transaction)
        throw ServerError(.invalidCode)
      }
      try transaction.forgetTOTPFailures(account: account.id)
      try transaction.setLastStep(step, ofSecondFactor: factor.id)
      return try signIn(to: account, pending, factor, newToken, in: transaction)
    }
  }

  /// Opens the session that waited for `factor`. The credential stays good until it ages out.
  private func signIn(
    to account: Account, _ pending: PendingSignIn, _ factor: SecondFactor, _ token: RefreshToken,
    in transaction: Transaction
  ) throws -> Grant {
    var session = AuthSession(signedInAt: now, provider: pending.provider)
    session.note(factor)
    return try signIn(to: account, NewSession(session: session, token: token), in: transaction)
  }
}
