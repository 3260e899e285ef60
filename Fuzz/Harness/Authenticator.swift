import Crypto
import IdentityToolkit
import WebAuthn

extension FuzzTarget {
  /// Checks what authenticators and browsers send for passkeys.
  ///
  /// What is read and written again must stay the same, and only the key's owner can sign in.
  static let authenticator = FuzzTarget(name: "webauthn") { [credential = strangersCredential] bytes in
    if let value = CBOR(bytes) {
      demand(value.encoded.count <= bytes.count, "a longer encoding")
      demand(CBOR(value.encoded) == value, "another value")
    }
    var rest = bytes[...]
    if CBOR(from: &rest) != nil {
      demand(rest.endIndex == bytes.count && rest.startIndex > 0, "bytes from elsewhere")
      demand(CBOR(bytes[..<rest.startIndex]) != nil, "no value alone")
    }
    if let data = try? AuthenticatorData(bytes) { check(data, as: bytes) }
    if let object = try? AttestationObject(bytes) {
      guard let data = CBOR(bytes)?["authData"]?.bytes else { fatalError("data from nowhere") }
      check(object.authenticatorData, as: data)
    }
    if let clientData = try? ClientData(bytes) {
      demand(clientData.json == bytes, "other JSON")
      let written = ClientData(.get, challenge: clientData.challenge, origin: clientData.origin)
      guard let again = try? ClientData(written.json) else { fatalError("client data that cannot be read") }
      demand(again.challenge == clientData.challenge, "another challenge")
      demand(again.origin.utf8.elementsEqual(clientData.origin.utf8), "another origin")
      demand(
        again.type == "webauthn.get" && !again.isCrossOrigin && again.topOrigin == nil, "another ceremony")
    }

    let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
    let page = ClientData(.get, challenge: [1], origin: "https://example.org")
    let answer = try? party.verifyAssertion(
      page, authenticatorData: bytes, signature: bytes.suffix(72), of: credential)
    demand(answer == nil, "a forged signature")
    let newPage = ClientData(.create, challenge: [1], origin: "https://example.org")
    if let new = try? party.verifyRegistration(newPage, attestationObject: bytes, credentialID: nil) {
      demand((1...1023).contains(new.id.count), "a credential without ID")
      demand(new.isBackupEligible || !new.isBackedUp, "a copy of what cannot be copied")
    }
  }

  private static func check(_ data: AuthenticatorData, as bytes: [UInt8]) {
    if !data.flags.contains(.hasExtensions) { demand(data.encoded == bytes, "other authenticator data") }
    demand((data.credential != nil) == data.flags.contains(.hasCredential), "a flag that does not fit")
    guard let credential = data.credential else { return }
    guard let key = try? COSEKey(credential.key.encoded) else {
      fatalError("a key that cannot be read again")
    }
    demand(key.publicKey.algorithm == credential.key.publicKey.algorithm, "another algorithm")
    // A strange key may accept a strange signature, but must not take long.
    _ = key.publicKey.isValid(signature: bytes, for: bytes)
  }

  // The private key is discarded, so nobody can sign with it.
  private static let strangersCredential: VerifiedCredential = {
    do {
      return VerifiedCredential(
        id: [1], key: COSEKey(p256: try PrivateKey.p256().publicKey), counter: 0, isBackupEligible: true,
        isBackedUp: true)
    } catch {
      fatalError("no key: \(error)")
    }
  }()
}
