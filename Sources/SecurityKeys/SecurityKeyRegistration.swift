/// A new credential of a security key.
package struct SecurityKeyRegistration: Equatable, Sendable {
  package let credentialID: [UInt8]
  /// The authenticator data with the public key, as WebAuthn defines it.
  package let authenticatorData: [UInt8]

  package init(credentialID: [UInt8], authenticatorData: [UInt8]) {
    self.credentialID = credentialID
    self.authenticatorData = authenticatorData
  }
}
