import Essentials
import IdentityToolkit
import WebAuthn

struct StartPasskeyEnrollmentOperation: Operation {
  let call: Call

  func answer(_ request: StartPasskeyEnrollment.Request) throws -> StartPasskeyEnrollment.Response {
    let token = try call.verified(request.idToken)
    let challenge = try call.random.bytes(PasskeyRules.challengeSize)
    let (account, passkeys, relyingParty) = try call.store.write { transaction in
      let (project, _) = try call.openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      let relyingParty = try PasskeyRules(call: call).relyingParty(project: project.id, in: transaction)
      let passkeys = try transaction.passkeys(account: account.id)
      guard passkeys.count < Policy.passkeysPerAccount
      else { throw ServerError(.passkeyLimitExceeded) }
      try PasskeyRules(call: call).insert(challenge, for: account.id, project: project.id, in: transaction)
      return (account, passkeys, relyingParty)
    }
    var options = CredentialCreationOptions()
    options.rp = .init(id: relyingParty.id, name: call.project)
    let name = account.email?.text ?? account.phone?.e164 ?? account.displayName ?? account.localID
    options.user = .init(
      id: PasskeyRules.userHandle(of: account).base64, name: name, displayName: account.displayName ?? name)
    options.challenge = challenge.base64
    options.pubKeyCredParams = COSEKey.algorithms.map { .init(alg: $0) }
    options.timeout = Policy.passkeyChallengeLifetime * 1000
    options.excludeCredentials = passkeys.compactMap { passkey in
      Base64URL.decode(passkey.credentialID).map { CredentialDescriptor(id: $0.base64) }
    }
    // A sign-in does not name credentials, so the authenticator must be able to find this one by itself.
    options.authenticatorSelection = .init(userVerification: call.policy.passkeyUserVerification.rawValue)
    options.attestation = "none"
    return .init(credentialCreationOptions: options)
  }
}
