import IdentityToolkit

/// Sends a code by SMS, to sign in or to link a number with.
struct SendVerificationCodeOperation: Operation {
  typealias Procedure = SendVerificationCode

  let call: Call

  func answer(
    _ request: SendVerificationCode.Request
  ) throws -> SendVerificationCode.Response {
    try call.refuseTenant()
    let phone = try PhoneNumber(given: request.phoneNumber ?? "")
    let new = try PhoneCodes(call).new()
    let info = try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      try AppVerification(call).admit(
        to: phone, proof: request.proof, for: .sendVerificationCode, settings, in: transaction)
      return try PhoneCodes(call).send(
        new, to: phone, for: .firstFactor, settings, project: project.id, in: transaction)
    }
    return SendVerificationCode.Response(sessionInfo: info.text)
  }
}
