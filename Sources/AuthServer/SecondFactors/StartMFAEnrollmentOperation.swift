import Crypto
import Essentials
import IdentityToolkit

/// The operation that starts an enrollment: it sends an SMS code, or creates an authenticator app's secret.
struct StartMFAEnrollmentOperation: Operation {
  let call: Call

  func answer(_ request: StartMFAEnrollment.Request) throws -> StartMFAEnrollment.Response {
    try call.refuseBothKinds(
      request.phoneEnrollmentInfo, request.totpEnrollmentInfo, of: "enrollment_info", "totpEnrollmentInfo")
    let token = try call.verifiedForFactors(request.idToken)
    if let challenge = request.phoneEnrollmentInfo {
      let info = try startPhoneEnrollment(challenge, by: token)
      return .init(phoneSessionInfo: PhoneChallengeSession(sessionInfo: info.text))
    }
    guard request.totpEnrollmentInfo != nil
    else { throw call.missingFactor("((Missing phoneEnrollmentInfo.))") }
    return .init(totpSessionInfo: try startTOTPEnrollment(by: token))
  }

  private func startPhoneEnrollment(_ challenge: PhoneChallenge, by token: IDToken) throws -> SessionInfo {
    let phone = try PhoneNumber(given: challenge.phoneNumber ?? "")
    let new = try PhoneCodes(call: call).new()
    return try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      let account = try transaction.account(of: token, project: project.id)
      try SecondFactorEnrollment(call: call).refuseUnfit(phone, for: account, by: token, settings)
      try RecentSignIn(call: call).require(of: token)
      try AppVerification(call: call).admit(
        to: phone, proof: challenge.proof, for: .mfaSMSEnrollment, settings, project: project.id,
        in: transaction)
      return try PhoneCodes(call: call).send(
        new, to: phone, for: .enrollment(account: account.id), settings, project: project.id,
        in: transaction)
    }
  }

  private func startTOTPEnrollment(by token: IDToken) throws -> TOTPSession {
    // The secret is as long as the digest, as RFC 4226 recommends.
    let totp = TOTP(secret: try call.random.bytes(20), digits: call.policy.totpCodeLength)
    let sessionSecret = try call.random.bytes(SessionInfo.secretSize)
    let row = try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      try SecondFactorEnrollment(call: call).refuseUnfit(
        nil, for: account, by: token, settings, isStart: true)
      try RecentSignIn(call: call).require(of: token)
      try transaction.purge(
        TOTPEnrollment.self,
        madeBefore: call.period(ofLast: Policy.totpEnrollmentLifetime + Policy.expiredCodeMemory))
      return try transaction.insert(
        TOTPEnrollment(
          project: project.id, account: account.id, sessionSecret: sessionSecret, totp: totp,
          createdAt: call.now))
    }
    var session = TOTPSession()
    session.sharedSecretKey = Base32.encode(totp.secret)
    session.verificationCodeLength = totp.digits
    session.hashingAlgorithm = "SHA1"
    session.periodSec = Int(totp.period)
    session.sessionInfo = SessionInfo(row: row, secret: sessionSecret).text
    session.finalizeEnrollmentTime =
      call.now.addingTimeInterval(Double(Policy.totpEnrollmentLifetime)).answered(under: call.policy)
    return session
  }
}
