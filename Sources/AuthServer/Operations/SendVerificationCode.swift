import IdentityToolkit

extension Call {
  func sendVerificationCode(
    _ request: SendVerificationCode.Request
  ) throws -> SendVerificationCode.Response {
    try refuse(tenant: request.tenantId)
    let phone = try phoneNumber(request.phoneNumber ?? "")
    let new = try newCode()
    let info = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      try admitMessage(
        to: phone, proof: request.proof, for: .sendVerificationCode, project: project.id, settings,
        in: transaction)
      return try send(
        new, to: phone, for: .firstFactor, settings, project: project.id, in: transaction)
    }
    return SendVerificationCode.Response(sessionInfo: info.text)
  }
}
