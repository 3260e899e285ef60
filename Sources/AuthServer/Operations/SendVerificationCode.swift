import IdentityToolkit

extension Call {
  func sendVerificationCode(
    _ request: SendVerificationCode.Request
  ) throws -> SendVerificationCode.Response {
    try refuse(tenant: request.tenantId)
    guard let phone = PhoneNumber(request.phoneNumber ?? "")
    else { throw ServerError(.invalidPhoneNumber, "Invalid format.") }
    let secret = random.bytes(SessionInfo.secretSize)
    let drawn = random.code()
    let row = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      try admitMessage(
        to: phone, proof: request.proof, for: .sendVerificationCode, project: project.id, settings,
        in: transaction)
      let fixed = settings.testNumbers[phone]
      if fixed == nil { try refuseIfBlocked(phone, project: project.id, in: transaction) }
      try transaction.purgePhoneSessions(
        notMadeIn: period(ofLast: policy.codeLifetime + policy.expiredCodeMemory))
      if fixed == nil {
        try transaction.append(sms(code: drawn, to: phone), project: project.id, keeping: policy.outboxSize)
      }
      return try transaction.insert(
        PhoneSession(
          project: project.id, phone: phone, secret: secret, code: fixed ?? drawn, isFictional: fixed != nil,
          createdAt: now))
    }
    return SendVerificationCode.Response(sessionInfo: SessionInfo(row: row, secret: secret).text)
  }

  private func sms(code: String, to phone: PhoneNumber) -> SentMessage {
    let text = SMSText.code(code, project: project, language: MessageLanguage(locale: locale))
    return SentMessage(sms: text, to: phone, code: code, sentAt: now)
  }
}
