/// What a security key signed with one of its credentials.
package struct SecurityKeyAssertion: Equatable, Sendable {
  package let credentialID: [UInt8]
  /// The authenticator data, as WebAuthn defines it.
  package let authenticatorData: [UInt8]
  /// The signature of the authenticator data and the hash of the client data.
  package let signature: [UInt8]
  /// The user's ID in the credential; nil if the security key keeps none.
  package let userHandle: [UInt8]?

  package init(
    credentialID: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
  ) {
    self.credentialID = credentialID
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }
}
