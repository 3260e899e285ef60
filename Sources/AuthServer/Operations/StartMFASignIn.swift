import IdentityToolkit

extension Call {
  func startMFASignIn(_ request: StartMFASignIn.Request) throws -> StartMFASignIn.Response {
    try refuse(tenant: request.tenantId)
    guard let credential = request.mfaPendingCredential, !credential.isEmpty else {
      throw ServerError(.missingMFAPendingCredential, "Request does not have MFA pending credential.")
    }
    guard let id = request.mfaEnrollmentId, !id.isEmpty else { throw ServerError.missingFactorID }
    guard let challenge = request.phoneSignInInfo else { throw ServerError.missingFactor("phoneSignInInfo") }
    let new = try newCode()
    let info = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let (_, account) = try pendingSignIn(credential, project: project.id, in: transaction)
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id })
      else { throw ServerError(.mfaEnrollmentNotFound) }
      // The number that the client sends is only the hint's.
      guard let phone = factor.phone
      else { throw ServerError(.invalidArgument, "MFA provider not supported!", status: "INVALID_ARGUMENT") }
      guard settings.mfa.isSMSEnabled else { throw ServerError.mfaNotEnabled("SMS") }
      try admitMessage(
        to: phone, proof: challenge.proof, for: .mfaSMSSignIn, project: project.id, settings,
        in: transaction)
      return try send(
        new, to: phone, for: .secondFactor(row: factor.id), settings, project: project.id, in: transaction)
    }
    return .init(phoneResponseInfo: PhoneChallengeSession(sessionInfo: info.text))
  }
}
