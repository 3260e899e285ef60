import IdentityToolkit
import WebAuthn

/// The operation that signs in with a passkey, after a right answer of its authenticator.
struct FinalizePasskeySignInOperation: Operation {
  typealias Procedure = FinalizePasskeySignIn

  let call: Call

  func answer(_ request: FinalizePasskeySignIn.Request) throws -> PasskeyTokens {
    guard let answer = request.authenticatorAuthenticationResponse
    else { throw ServerError(.missingAuthenticatorResponse) }
    guard let text = answer.credentialID?.nonEmpty else { throw ServerError(.invalidCredentialID) }
    let id = try PasskeyRules(call).stored(credentialID: text)
    let new = try Sessions(call).new(provider: PasskeyRules.provider)
    let facts = SignInFacts(method: PasskeyRules.provider)
    let grant = try BlockingFunctions(call).write(facts) { call, project, settings, transaction in
      let relyingParty = try PasskeyRules(call).relyingParty(project: project.id, in: transaction)
      guard let found = try transaction.passkey(credentialID: id, project: project.id),
        let account = try transaction.account(row: found.account)
      else { throw PasskeyRules(call).unknown }
      var passkey = found.passkey
      var isUserVerified = true
      if call.policy.passkeyVerification {
        let credential = try verified(
          answer.answer, of: passkey, of: account, by: relyingParty, for: call, in: transaction)
        passkey.note(credential)
        try transaction.noteUse(of: passkey)
        isUserVerified = credential.isUserVerified
      }
      try account.refuseIfDisabled()
      // An authenticator that verified its user is two factors by itself.
      guard isUserVerified, !call.policy.passkeySecondFactor
      else { return try FirstFactor(call).finish(for: account, new, settings, in: transaction) }
      return try Sessions(call).signIn(to: account, new, in: transaction)
    }
    var response = PasskeyTokens(localId: grant.account.localID)
    try Sessions(call).fill(&response, with: grant)
    return response
  }

  private func verified(
    _ answer: AuthenticatorResponse?, of passkey: Passkey, of account: Account, by relyingParty: RelyingParty,
    for call: Call, in transaction: Transaction
  ) throws -> VerifiedCredential {
    try PasskeyRules(call).checked {
      let clientData = try ClientData(PasskeyRules.bytes(answer?.clientData, "client data"))
      try PasskeyRules(call).consume(
        clientData.challenge, for: nil, project: account.project, in: transaction)
      guard let credential = passkey.credential else { throw WebAuthnFlaw.unreadable("public key") }
      try PasskeyRules.check(PasskeyRules.bytes(answer?.userHandle, "user handle"), of: account)
      return try relyingParty.verifyAssertion(
        clientData, authenticatorData: PasskeyRules.bytes(answer?.authenticatorData, "authenticator data"),
        signature: PasskeyRules.bytes(answer?.signature, "signature"), of: credential)
    }
  }
}
