import IdentityToolkit

/// The operation that sends an SMS code to a second factor after the first factor was right.
struct StartMFASignInOperation: Operation {
  let call: Call

  func answer(_ request: StartMFASignIn.Request) throws -> StartMFASignIn.Response {
    guard let credential = request.mfaPendingCredential, !credential.isEmpty else {
      throw ServerError(.missingMFAPendingCredential, "Request does not have MFA pending credential.")
    }
    guard let id = request.mfaEnrollmentId, !id.isEmpty else { throw ServerError.missingFactorID }
    // The emulator does not need any of its members.
    guard let challenge = request.phoneSignInInfo ?? (call.dialect.needsNoPhoneInfo ? PhoneChallenge() : nil)
    else { throw call.missingFactor("((Missing phoneSignInInfo.))") }
    let new = try PhoneCodes(call: call).new()
    let info = try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      let (_, account) = try PendingCredentials(call: call).signIn(
        credential, project: project.id, in: transaction)
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id })
      else { throw ServerError(.mfaEnrollmentNotFound) }
      // The number that the client sends is only the masked one from the hint.
      guard let phone = factor.phone else {
        throw call.dialect.findsNoNumberOfApps
          ? ServerError(.invalidPhoneNumber, "Invalid format.") : .badArgument("MFA provider not supported!")
      }
      guard settings.mfa.isSMSEnabled else { throw ServerError.mfaNotEnabled("SMS") }
      try AppVerification(call: call).admit(
        to: phone, proof: challenge.proof, for: .mfaSMSSignIn, settings, project: project.id,
        in: transaction)
      return try PhoneCodes(call: call).send(
        new, to: phone, for: .secondFactor(row: factor.id), settings, project: project.id, in: transaction)
    }
    return .init(phoneResponseInfo: PhoneChallengeSession(sessionInfo: info.text))
  }
}
