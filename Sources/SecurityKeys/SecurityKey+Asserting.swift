internal import CFIDO2

extension SecurityKey {
  /// Signs with every credential that the key has for a relying party, at one touch.
  ///
  /// - Parameters:
  ///   - clientDataHash: The SHA-256 of WebAuthn's client data.
  ///   - allowed: The IDs of the credentials to use; empty for all that are discoverable.
  ///   - verifiesUser: Whether the key verifies its user, by a PIN or itself.
  ///   - pin: The key's PIN; nil to do without.
  ///   - milliseconds: How long to wait until someone touches the key.
  package func assert(
    relyingPartyID: String, clientDataHash: [UInt8], allowing allowed: [[UInt8]], verifiesUser: Bool,
    pin: String?, timeout milliseconds: Int
  ) throws(SecurityKeyError) -> [SecurityKeyAssertion] {
    try SecurityKeyError.check(relyingPartyID, pin)
    let library = try SecurityKeyLibrary.open()
    guard let assertion = library.pointee.assert_new() else { throw .outOfMemory }
    defer {
      var freed: OpaquePointer? = assertion
      library.pointee.assert_free(&freed)
    }
    var codes = [
      library.pointee.assert_set_rp(assertion, relyingPartyID),
      library.pointee.assert_set_clientdata_hash(assertion, clientDataHash, clientDataHash.count),
    ]
    if verifiesUser { codes.append(library.pointee.assert_set_uv(assertion, CFIDO2_TRUE)) }
    for id in allowed { codes.append(library.pointee.assert_allow_cred(assertion, id, id.count)) }
    if let code = codes.first(where: { $0 != cfido2_ok.code }) { throw SecurityKeyError(code, in: library) }

    try operate(in: library, verifiesUser: verifiesUser, pin: pin, within: milliseconds) { device, pin in
      library.pointee.dev_get_assert(device, assertion, pin)
    }
    var found: [SecurityKeyAssertion] = []
    for index in 0..<library.pointee.assert_count(assertion) {
      // A key may leave out the ID if there is no choice.
      let onlyID = allowed.count == 1 ? allowed[0] : nil
      let id = [UInt8](
        copying: library.pointee.assert_id_ptr(assertion, index),
        count: library.pointee.assert_id_len(assertion, index))
      let data = [UInt8](
        copying: library.pointee.assert_authdata_ptr(assertion, index),
        count: library.pointee.assert_authdata_len(assertion, index))
      let signature = [UInt8](
        copying: library.pointee.assert_sig_ptr(assertion, index),
        count: library.pointee.assert_sig_len(assertion, index))
      // libfido2 keeps the authenticator data of an assertion as the byte string that contains it.
      guard let id = id ?? onlyID, let data = data.flatMap(CBORByteString.bytes), let signature else {
        throw .malformedAnswer
      }
      found.append(
        SecurityKeyAssertion(
          credentialID: id, authenticatorData: data, signature: signature,
          userHandle: [UInt8](
            copying: library.pointee.assert_user_id_ptr(assertion, index),
            count: library.pointee.assert_user_id_len(assertion, index))))
    }
    return found
  }
}
