/// A credential after an answer of its authenticator was checked.
package struct VerifiedCredential: Sendable {
  package let id: [UInt8]
  package let key: COSEKey
  /// How many signatures the authenticator has made, or zero if it does not count.
  package var counter: UInt32
  /// Whether the authenticator verified its user, with a PIN or a fingerprint, at this answer.
  package var isUserVerified: Bool
  /// Whether the credential can be copied to other devices, as passkeys of phones are.
  package var isBackupEligible: Bool
  package var isBackedUp: Bool

  /// Creates the credential that was stored.
  package init(id: [UInt8], key: COSEKey, counter: UInt32, isBackupEligible: Bool, isBackedUp: Bool) {
    self.id = id
    self.key = key
    self.counter = counter
    isUserVerified = false
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }

  init(id: [UInt8], key: COSEKey, _ data: AuthenticatorData) {
    self.id = id
    self.key = key
    counter = data.counter
    isUserVerified = data.flags.contains(.userVerified)
    isBackupEligible = data.flags.contains(.backupEligible)
    isBackedUp = data.flags.contains(.backedUp)
  }
}
