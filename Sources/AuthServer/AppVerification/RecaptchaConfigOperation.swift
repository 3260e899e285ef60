import IdentityToolkit

/// The operation that returns how far the project requires reCAPTCHA.
struct RecaptchaConfigOperation: Operation {
  let call: Call

  /// Apple's SDK calls this before each phone sign-in, and fails without an answer.
  func answer(_ request: RecaptchaConfig.Request) throws -> RecaptchaConfig.Response {
    if call.dialect.checksRecaptchaClient { try check(request) }
    let recaptcha = try call.projectSettings().recaptcha
    func answered(_ state: RecaptchaConfig.EnforcementState) -> RecaptchaConfig.EnforcementState {
      guard state == .unspecified else { return state }
      return call.dialect.leavesRecaptchaUnspecified ? .unspecifiedForClients : .off
    }
    var response = RecaptchaConfig.Response(recaptchaEnforcementState: [
      .init(provider: .emailPassword, enforcementState: answered(recaptcha.emailPassword)),
      .init(provider: .phone, enforcementState: answered(recaptcha.phone)),
    ])
    if recaptcha.isInUse || call.dialect.answersUnusedKey {
      response.recaptchaKey =
        "projects/\(call.project)/keys/\(Recaptcha(call: call).siteKey(.enterprise).text)"
    }
    let unset = call.dialect.answersSMSDefenses ? false : nil
    response.useSmsBotScore = recaptcha.usesSMSBotScore ?? unset
    response.useSmsTollFraudProtection = recaptcha.usesSMSTollFraudProtection ?? unset
    return response
  }

  /// Refuses a request that does not say for which kind of app, and for which reCAPTCHA.
  private func check(_ request: RecaptchaConfig.Request) throws(ServerError) {
    guard let type = request.clientType, !["", ClientType.names[0]].contains(type.rawValue)
    else { throw ServerError(.missingClientType) }
    guard ClientType.names.contains(type.rawValue) else {
      throw ServerError(
        ServerErrorCode(
          rawValue:
            "Invalid value at 'client_type' (type.googleapis.com/google.cloud.identitytoolkit.v2.ClientType)"
            + ", \"\(type.rawValue.prefix(100))\""), status: "INVALID_ARGUMENT")
    }
    guard let version = request.version, !["", "RECAPTCHA_VERSION_UNSPECIFIED"].contains(version)
    else { throw ServerError(.missingRecaptchaVersion) }
    guard version == AppVerificationProof.enterprise else { throw ServerError(.invalidRecaptchaVersion) }
  }
}

/// The operation that returns the project's site key.
struct RecaptchaParamsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) -> RecaptchaParams.Response {
    RecaptchaParams.Response(
      recaptchaSiteKey: Recaptcha(call: call).siteKey(.v2).text,
      // Nothing uses this value any more, but old SDKs fail without it.
      recaptchaStoken: "This-server-has-no-secure-token-for-reCAPTCHA",
      producerProjectNumber: ProjectNumber(of: call.project).text)
  }
}
