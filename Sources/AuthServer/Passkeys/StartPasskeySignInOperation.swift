import IdentityToolkit
import WebAuthn

/// The operation that returns the options for a sign-in with any passkey of the project.
struct StartPasskeySignInOperation: Operation {
  let call: Call

  func answer(_ request: StartPasskeySignIn.Request) throws -> StartPasskeySignIn.Response {
    let challenge = try call.random.bytes(PasskeyRules.challengeSize)
    let relyingParty = try call.store.write { transaction in
      let (project, _) = try call.openProject(in: transaction)
      let relyingParty = try PasskeyRules(call: call).relyingParty(project: project.id, in: transaction)
      try PasskeyRules(call: call).insert(challenge, for: nil, project: project.id, in: transaction)
      return relyingParty
    }
    var options = CredentialRequestOptions()
    options.challenge = challenge.base64
    options.rpId = relyingParty.id
    options.timeout = Policy.passkeyChallengeLifetime * 1000
    options.userVerification = call.policy.passkeyUserVerification.rawValue
    return .init(credentialRequestOptions: options)
  }
}
