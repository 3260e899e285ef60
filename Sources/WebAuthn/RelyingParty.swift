import Crypto
import Essentials
import HTTP

/// The website or app that credentials belong to, and its rules for authenticators' answers.
///
/// They are those of WebAuthn Level 3, sections 7.1 and 7.2. The caller checks the challenge, the account and whether
/// the credential is known.
package struct RelyingParty: Sendable {
  package var id: String
  /// The origins of its pages and apps.
  package var origins: [String]
  /// Whether pages of any loopback origin count as its own.
  package var acceptsLoopback: Bool
  package var requiresUserVerification: Bool

  package init(
    id: String, origins: [String], acceptsLoopback: Bool = false, requiresUserVerification: Bool = false
  ) {
    self.id = id
    self.origins = origins
    self.acceptsLoopback = acceptsLoopback
    self.requiresUserVerification = requiresUserVerification
  }

  /// Checks the answer to an enrollment, and returns its credential.
  package func verifyRegistration(
    _ clientData: ClientData, attestationObject: [UInt8], credentialID: [UInt8]?
  ) throws(WebAuthnFlaw) -> VerifiedCredential {
    try check(clientData, .create)
    let data = try AttestationObject(attestationObject).authenticatorData
    try check(data)
    guard let credential = data.credential else { throw .unreadable("credential") }
    guard credentialID == nil || credentialID == credential.id else { throw .badCredentialID }
    return VerifiedCredential(id: credential.id, key: credential.key, data)
  }

  /// Checks the answer to a sign-in with `credential`, and returns the credential with its new state.
  package func verifyAssertion(
    _ clientData: ClientData, authenticatorData: [UInt8], signature: [UInt8],
    of credential: VerifiedCredential
  ) throws(WebAuthnFlaw) -> VerifiedCredential {
    try check(clientData, .get)
    let data = try AuthenticatorData(authenticatorData)
    try check(data)
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible
    else { throw .contradictoryBackupFlags }
    let signed = authenticatorData + Digest.sha256(clientData.json)
    guard credential.key.publicKey.isValid(signature: signature, for: signed) else { throw .wrongSignature }
    guard data.counter > credential.counter || data.counter == 0 && credential.counter == 0
    else { throw .counterNotGrown }
    return VerifiedCredential(id: credential.id, key: credential.key, data)
  }

  private func check(_ clientData: ClientData, _ ceremony: ClientData.Ceremony) throws(WebAuthnFlaw) {
    guard clientData.type == ceremony.rawValue else { throw .otherType(ceremony.rawValue) }
    guard isOwn(clientData.origin) else { throw .otherOrigin(clientData.origin) }
    if clientData.isCrossOrigin || clientData.topOrigin != nil {
      guard let top = clientData.topOrigin, isOwn(top) else { throw .framed }
    }
  }

  private func isOwn(_ origin: String) -> Bool {
    origins.contains { $0.hasBytes(of: origin) } || acceptsLoopback && Origin(origin)?.isLoopback == true
  }

  private func check(_ data: AuthenticatorData) throws(WebAuthnFlaw) {
    guard data.relyingPartyHash == Digest.sha256(id.utf8) else { throw .otherRelyingParty }
    guard data.flags.contains(.userPresent) else { throw .noUserPresent }
    guard !requiresUserVerification || data.flags.contains(.userVerified) else { throw .userNotVerified }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp)
    else { throw .contradictoryBackupFlags }
  }
}
