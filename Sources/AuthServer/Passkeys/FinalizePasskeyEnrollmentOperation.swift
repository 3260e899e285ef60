import IdentityToolkit
import WebAuthn

/// The operation that enrolls a passkey after a right answer of its authenticator.
struct FinalizePasskeyEnrollmentOperation: Operation {
  let call: Call

  func answer(_ request: FinalizePasskeyEnrollment.Request) throws -> PasskeyTokens {
    guard request.idToken?.nonEmpty != nil || call.dialect.looksAtAnswerFirst
    else { throw ServerError(.missingIDToken) }
    guard let answer = request.authenticatorRegistrationResponse
    else { throw ServerError(.missingAuthenticatorResponse) }
    let token = try call.verified(request.idToken)
    guard let id = answer.credentialID?.nonEmpty else { throw ServerError(.invalidCredentialID) }
    let name = request.name?.nonEmpty ?? request.displayName?.nonEmpty ?? "Unnamed Passkey"
    guard name.utf16.count <= 256 else { throw ServerError.tooLong("name", 256) }
    let newToken = try RefreshToken(random: call.random)
    let grant = try call.store.write { transaction in
      let (project, _) = try call.openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let relyingParty = try PasskeyRules(call: call).relyingParty(project: project.id, in: transaction)
      var passkey = Passkey(
        credentialID: try PasskeyRules(call: call).stored(credentialID: id), name: name, enrolledAt: call.now)
      if call.policy.passkeyVerification {
        passkey.note(
          try verified(answer.answer, of: passkey, for: account, by: relyingParty, in: transaction))
      }
      guard try transaction.passkey(credentialID: passkey.credentialID, project: project.id) == nil else {
        throw ServerError(call.dialect.tellsEnrolledPasskeys ? .passkeyExists : .credentialAlreadyInUse)
      }
      guard try transaction.passkeys(account: account.id).count < Policy.passkeysPerAccount
      else { throw ServerError(.passkeyLimitExceeded) }
      try transaction.insert(passkey, account: account.id, project: project.id)
      account.isAnonymous = false
      try transaction.update(account)
      return try Sessions(call: call).renew(
        token, of: account, provider: PasskeyRules.provider, newToken, in: transaction)
    }
    var response = PasskeyTokens(localId: grant.account.localID)
    try Sessions(call: call).fill(&response, with: grant)
    return response
  }

  private func verified(
    _ answer: AuthenticatorResponse?, of passkey: Passkey, for account: Account,
    by relyingParty: RelyingParty,
    in transaction: Transaction
  ) throws -> VerifiedCredential {
    try PasskeyRules(call: call).checked {
      let clientData = try ClientData(PasskeyRules.bytes(answer?.clientData, "client data"))
      try PasskeyRules(call: call).consume(
        clientData.challenge, for: account.id, project: account.project, in: transaction)
      return try relyingParty.verifyRegistration(
        clientData, attestationObject: PasskeyRules.bytes(answer?.attestationObject, "attestation object"),
        credentialID: PasskeyRules.bytes(passkey.credentialID, "credential ID"))
    }
  }
}
