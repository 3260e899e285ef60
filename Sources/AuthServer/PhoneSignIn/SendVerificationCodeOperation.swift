import IdentityToolkit

/// The operation that sends an SMS code for signing in or for linking a number.
struct SendVerificationCodeOperation: Operation {
  let call: Call

  func answer(
    _ request: SendVerificationCode.Request
  ) throws -> SendVerificationCode.Response {
    try call.refuseTenant()
    let phone = try PhoneNumber(given: request.phoneNumber ?? "")
    let new = try PhoneCodes(call: call).new()
    let info = try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      try refuseUseless(try transaction.account(phone: phone, project: project.id), settings)
      try AppVerification(call: call).admit(
        to: phone, proof: request.proof, for: .sendVerificationCode, settings, project: project.id,
        in: transaction)
      return try PhoneCodes(call: call).send(
        new, to: phone, for: .firstFactor, settings, project: project.id, in: transaction)
    }
    return SendVerificationCode.Response(sessionInfo: info.text)
  }

  /// Refuses a code that could not sign in anybody.
  ///
  /// The service refuses other cases than the emulator.
  private func refuseUseless(_ account: Account?, _ settings: ProjectSettings) throws(ServerError) {
    if call.dialect.refusesCodesForNoSignUp {
      if account == nil, settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
    } else if account?.secondFactors.isEmpty == false {
      throw ServerError.phoneBesideSecondFactor
    }
  }
}
