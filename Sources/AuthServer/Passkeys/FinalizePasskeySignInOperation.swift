import IdentityToolkit
import WebAuthn

/// The operation that signs in with a passkey, after a right answer of its authenticator.
struct FinalizePasskeySignInOperation: Operation {
  let call: Call

  func answer(_ request: FinalizePasskeySignIn.Request) throws -> PasskeyTokens {
    guard let answer = request.authenticatorAuthenticationResponse
    else { throw ServerError(.missingAuthenticatorResponse) }
    guard let text = answer.credentialID?.nonEmpty else { throw ServerError(.invalidCredentialID) }
    let id = try PasskeyRules(call: call).stored(credentialID: text)
    let isUserVerified = try isUserVerified(answer.answer, id)
    let new = try Sessions(call: call).new(provider: PasskeyRules.provider)
    let facts = SignInFacts(method: PasskeyRules.provider)
    let grant = try BlockingFunctions(call: call).write(facts) { call, project, settings, transaction in
      let (_, account) = try passkey(id, project: project.id, in: transaction)
      try account.refuseIfDisabled()
      // An authenticator that verified its user is two factors by itself.
      guard isUserVerified, !call.policy.passkeySecondFactor
      else { return try FirstFactor(call: call).finish(for: account, new, settings, in: transaction) }
      return try Sessions(call: call).signIn(to: account, new, in: transaction)
    }
    var response = PasskeyTokens(localId: grant.account.localID)
    try Sessions(call: call).fill(&response, with: grant)
    return response
  }

  private func passkey(
    _ id: String, project: Int64, in transaction: Transaction
  ) throws -> (Passkey, Account) {
    guard let found = try transaction.passkey(credentialID: id, project: project),
      let account = try transaction.account(row: found.account)
    else { throw PasskeyRules(call: call).unknown }
    return (found.passkey, account)
  }

  /// Verifies the answer, and returns whether the authenticator verified its user.
  ///
  /// This has a transaction of its own: that of the sign-in is rolled back where a blocking function must be asked, and
  /// the challenge would be unused again.
  private func isUserVerified(_ answer: AuthenticatorResponse?, _ id: String) throws -> Bool {
    guard call.policy.passkeyVerification else { return true }
    return try call.store.write { transaction in
      let (project, _) = try call.openProject(in: transaction)
      let relyingParty = try PasskeyRules(call: call).relyingParty(project: project.id, in: transaction)
      var (passkey, account) = try passkey(id, project: project.id, in: transaction)
      let credential = try verified(answer, of: passkey, of: account, by: relyingParty, in: transaction)
      passkey.note(credential)
      try transaction.noteUse(of: passkey)
      return credential.isUserVerified
    }
  }

  private func verified(
    _ answer: AuthenticatorResponse?, of passkey: Passkey, of account: Account, by relyingParty: RelyingParty,
    in transaction: Transaction
  ) throws -> VerifiedCredential {
    try PasskeyRules(call: call).checked {
      let clientData = try ClientData(PasskeyRules.bytes(answer?.clientData, "client data"))
      try PasskeyRules(call: call).consume(
        clientData.challenge, for: nil, project: account.project, in: transaction)
      guard let credential = passkey.credential else { throw WebAuthnFlaw.unreadable("public key") }
      try PasskeyRules.check(PasskeyRules.bytes(answer?.userHandle, "user handle"), of: account)
      return try relyingParty.verifyAssertion(
        clientData, authenticatorData: PasskeyRules.bytes(answer?.authenticatorData, "authenticator data"),
        signature: PasskeyRules.bytes(answer?.signature, "signature"), of: credential)
    }
  }
}
