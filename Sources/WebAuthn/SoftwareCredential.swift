package import Crypto

/// A passkey whose private key is in memory or in a file, and not in a device.
///
/// Whoever has the key can sign in. It is discoverable, claims that its user was verified, and does not count its
/// signatures, as passkeys that several devices share.
package struct SoftwareCredential: Sendable {
  package let id: [UInt8]
  package let relyingPartyID: String
  /// The account's handle at the relying party.
  package let userHandle: [UInt8]
  /// The account's name when the passkey was enrolled, for people.
  package let userName: String
  package let privateKey: PrivateKey

  package init(
    id: [UInt8], relyingPartyID: String, userHandle: [UInt8], userName: String, privateKey: PrivateKey
  ) {
    self.id = id
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
    self.userName = userName
    self.privateKey = privateKey
  }

  /// Creates a passkey with a new key.
  package init(
    relyingPartyID: String, userHandle: [UInt8], userName: String, random: RandomSource
  ) throws(CryptoError) {
    var id = try random(32)
    // In base64url, it then begins with no hyphen, which commands read as an option.
    id[0] &= 0x7F
    self.init(
      id: id, relyingPartyID: relyingPartyID, userHandle: userHandle, userName: userName,
      privateKey: try .p256())
  }

  package func attestationObject() -> [UInt8] {
    let credential = AuthenticatorData.Credential(id: id, key: COSEKey(p256: privateKey.publicKey))
    return AttestationObject.encoded(data([.hasCredential], credential).encoded)
  }

  /// Signs in: returns the authenticator data, and the signature of it and `clientData`.
  package func assertion(
    for clientData: ClientData
  ) throws(CryptoError) -> (authenticatorData: [UInt8], signature: [UInt8]) {
    let data = data([], nil).encoded
    return (data, try privateKey.sign(data + Digest.sha256(clientData.json)))
  }

  private func data(
    _ flags: AuthenticatorData.Flags, _ credential: AuthenticatorData.Credential?
  ) -> AuthenticatorData {
    AuthenticatorData(
      relyingPartyID: relyingPartyID,
      flags: flags.union([.userPresent, .userVerified, .backupEligible, .backedUp]), credential: credential)
  }
}
