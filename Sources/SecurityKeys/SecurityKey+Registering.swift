internal import CFIDO2

extension SecurityKey {
  /// Creates a discoverable credential for ES256.
  ///
  /// - Parameters:
  ///   - clientDataHash: The SHA-256 of WebAuthn's client data.
  ///   - excluded: IDs of the user's credentials. A key that has one of them does not create another.
  ///   - verifiesUser: Whether the key verifies its user, by a PIN or itself.
  ///   - pin: The key's PIN; nil to do without.
  ///   - milliseconds: How long to wait until someone touches the key.
  package func register(
    relyingParty: (id: String, name: String),
    user: (id: [UInt8], name: String, displayName: String),
    clientDataHash: [UInt8], excluding excluded: [[UInt8]], verifiesUser: Bool, pin: String?,
    timeout milliseconds: Int
  ) throws(SecurityKeyError) -> SecurityKeyRegistration {
    try SecurityKeyError.check(relyingParty.id, relyingParty.name, user.name, user.displayName, pin)
    let library = try SecurityKeyLibrary.open()
    guard let credential = library.pointee.cred_new() else { throw .outOfMemory }
    defer {
      var freed: OpaquePointer? = credential
      library.pointee.cred_free(&freed)
    }
    var codes = [
      library.pointee.cred_set_type(credential, CFIDO2_ES256),
      library.pointee.cred_set_rp(credential, relyingParty.id, relyingParty.name),
      library.pointee.cred_set_user(credential, user.id, user.id.count, user.name, user.displayName, nil),
      library.pointee.cred_set_clientdata_hash(credential, clientDataHash, clientDataHash.count),
      library.pointee.cred_set_rk(credential, CFIDO2_TRUE),
    ]
    // Keys that cannot verify their user also refuse to be told not to.
    if verifiesUser { codes.append(library.pointee.cred_set_uv(credential, CFIDO2_TRUE)) }
    for id in excluded { codes.append(library.pointee.cred_exclude(credential, id, id.count)) }
    if let code = codes.first(where: { $0 != cfido2_ok.code }) { throw SecurityKeyError(code, in: library) }

    try operate(in: library, verifiesUser: verifiesUser, pin: pin, within: milliseconds) { device, pin in
      library.pointee.dev_make_cred(device, credential, pin)
    }
    guard
      let id = [UInt8](
        copying: library.pointee.cred_id_ptr(credential), count: library.pointee.cred_id_len(credential)),
      let data = [UInt8](
        copying: library.pointee.cred_authdata_raw_ptr(credential),
        count: library.pointee.cred_authdata_raw_len(credential))
    else { throw .malformedAnswer }
    return SecurityKeyRegistration(credentialID: id, authenticatorData: data)
  }
}
