/// What an authenticator says about a new credential.
///
/// Only the data is used. A statement about the authenticator's make is not trusted, so it is not checked.
package struct AttestationObject: Sendable {
  package let authenticatorData: AuthenticatorData
  /// The format of the statement, for example `none` or `packed`.
  package let format: String

  /// Reads an authenticator's object.
  package init(_ bytes: [UInt8]) throws(WebAuthnFlaw) {
    guard let object = CBOR(bytes), let format = object["fmt"]?.text, object["attStmt"]?.isMap == true,
      let data = object["authData"]?.bytes
    else { throw .unreadable("attestation object") }
    self.format = format
    authenticatorData = try AuthenticatorData(data)
  }

  /// Returns an object without a statement, with an authenticator's data in its encoded form.
  package static func encoded(_ authenticatorData: [UInt8]) -> [UInt8] {
    CBOR.map([
      .init("fmt", "none"), .init("attStmt", .map([])), .init("authData", .bytes(authenticatorData)),
    ]).encoded
  }
}
