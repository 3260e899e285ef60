import IdentityToolkit

/// The operation that lists the SMS codes that are still valid.
struct VerificationCodesOperation: Operation {
  let call: Call

  func answer(_ request: VerificationCodes.Request) throws -> VerificationCodes.Response {
    var phone: PhoneNumber?
    if let text = request.phoneNumber {
      phone = PhoneNumber(e164: text)
      guard phone != nil else { return VerificationCodes.Response(verificationCodes: []) }
    }
    let sessions = try call.store.read { [phone] transaction in
      try transaction.phoneSessions(
        project: call.knownProject(in: transaction).id, phone: phone,
        madeIn: call.period(ofLast: call.policy.codeLifetime))
    }
    return VerificationCodes.Response(
      verificationCodes: sessions.map {
        VerificationCode(
          code: $0.code, phoneNumber: $0.phone.e164,
          sessionInfo: SessionInfo(row: $0.id, secret: $0.secret).text)
      })
  }
}
