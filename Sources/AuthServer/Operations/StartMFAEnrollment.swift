import Crypto
import Essentials
import IdentityToolkit

extension Call {
  func startMFAEnrollment(_ request: StartMFAEnrollment.Request) throws -> StartMFAEnrollment.Response {
    try refuse(tenant: request.tenantId)
    let token = try verified(request.idToken)
    if let challenge = request.phoneEnrollmentInfo {
      let info = try startPhoneEnrollment(challenge, by: token)
      return .init(phoneSessionInfo: PhoneChallengeSession(sessionInfo: info.text))
    }
    guard request.totpEnrollmentInfo != nil else { throw ServerError.missingFactor("phoneEnrollmentInfo") }
    return .init(totpSessionInfo: try startTOTPEnrollment(by: token))
  }

  private func startPhoneEnrollment(_ challenge: PhoneChallenge, by token: IDToken) throws -> SessionInfo {
    let phone = try phoneNumber(challenge.phoneNumber ?? "")
    let new = try newCode()
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      try refuseUnfitFactor(phone, for: account, by: token, settings)
      try requireRecentSignIn(token)
      try admitMessage(
        to: phone, proof: challenge.proof, for: .mfaSMSEnrollment, project: project.id, settings,
        in: transaction)
      return try send(
        new, to: phone, for: .enrollment(account: account.id), settings, project: project.id,
        in: transaction)
    }
  }

  private func startTOTPEnrollment(by token: IDToken) throws -> TOTPSession {
    // As long as the digest, which RFC 4226 recommends.
    let totp = TOTP(secret: try random.bytes(20), digits: policy.totpCodeLength)
    let sessionSecret = try random.bytes(SessionInfo.secretSize)
    let row = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      try refuseUnfitFactor(nil, for: account, by: token, settings)
      try requireRecentSignIn(token)
      try transaction.purgeTOTPEnrollments(
        notMadeIn: period(ofLast: policy.totpEnrollmentLifetime + policy.expiredCodeMemory))
      return try transaction.insert(
        TOTPEnrollment(
          project: project.id, account: account.id, sessionSecret: sessionSecret, totp: totp, createdAt: now))
    }
    var session = TOTPSession()
    session.sharedSecretKey = Base32.encode(totp.secret)
    session.verificationCodeLength = totp.digits
    session.hashingAlgorithm = "SHA1"
    session.periodSec = Int(totp.period)
    session.sessionInfo = SessionInfo(row: row, secret: sessionSecret).text
    session.finalizeEnrollmentTime = now.addingTimeInterval(Double(policy.totpEnrollmentLifetime)).rfc3339
    return session
  }
}
