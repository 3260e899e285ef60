import Crypto
import Essentials
import Testing
import WebAuthn

/// An authenticator made by hand: it counts, and can write what no honest one does.
enum Device {
  static let key: PrivateKey = {
    do { return try PrivateKey.p256() } catch { fatalError("\(error)") }
  }()
  static let otherKey: PrivateKey = {
    do { return try PrivateKey.p256() } catch { fatalError("\(error)") }
  }()

  static let id = [UInt8](1...16)
  static let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
  static let coseKey = COSEKey(p256: key.publicKey)

  /// The client data of a page of the relying party, with members in the order of the standard.
  static func clientData(
    type: String, challenge: String = "AAECAwQFBgcICQoLDA0ODw", origin: String = "https://example.org",
    more: String = #","crossOrigin":false"#
  ) -> [UInt8] {
    Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
  }

  /// The data that an authenticator signs, of any parts.
  static func data(
    _ party: String = "example.org", flags: UInt8, counter: UInt32 = 7, rest: [UInt8] = []
  ) -> [UInt8] {
    Digest.sha256(party.utf8) + [flags] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
      + rest
  }

  /// The part about a new credential, of any length and key.
  static func credential(id: [UInt8] = id, count: Int? = nil, key: [UInt8] = coseKey.encoded) -> [UInt8] {
    let count = count ?? id.count
    return [UInt8](repeating: 0, count: 16) + [UInt8(count >> 8), UInt8(count & 0xFF)] + id + key
  }
}

extension UInt8 {
  // The flags of authenticator data.
  static let up: UInt8 = 0x01
  static let uv: UInt8 = 0x04
  static let be: UInt8 = 0x08
  static let bs: UInt8 = 0x10
  static let at: UInt8 = 0x40
  static let ed: UInt8 = 0x80
}

/// The answer to an enrollment, which is genuine until a part is changed.
struct Enrollment: Sendable {
  var party = Device.party
  var clientData = Device.clientData(type: "webauthn.create")
  var data = Device.data(flags: .up | .uv | .be | .bs | .at, rest: Device.credential())
  /// The attestation object, if it is not made of `data`.
  var object: [UInt8]?
  var id: [UInt8]? = Device.id

  func verified() throws(WebAuthnFlaw) -> VerifiedCredential {
    try party.verifyRegistration(
      ClientData(clientData), attestationObject: object ?? AttestationObject.encoded(data), credentialID: id)
  }

  var flaw: WebAuthnFlaw? {
    do throws(WebAuthnFlaw) {
      _ = try verified()
      return nil
    } catch { return error }
  }
}

/// The answer to a sign-in, which is genuine until a part is changed.
struct SignIn: Sendable {
  var party = Device.party
  var clientData = Device.clientData(type: "webauthn.get")
  var data = Device.data(flags: .up | .uv | .be | .bs)
  var key = Device.key
  /// The signature, if it is not a right one.
  var signature: [UInt8]?
  var credential = VerifiedCredential(
    id: Device.id, key: Device.coseKey, counter: 6, isBackupEligible: true, isBackedUp: false)

  func signed() -> [UInt8] {
    do { return try signature ?? key.sign(data + Digest.sha256(clientData)) } catch { fatalError("\(error)") }
  }

  func verified() throws(WebAuthnFlaw) -> VerifiedCredential {
    try party.verifyAssertion(
      ClientData(clientData), authenticatorData: data, signature: signed(), of: credential)
  }

  var flaw: WebAuthnFlaw? {
    do throws(WebAuthnFlaw) {
      _ = try verified()
      return nil
    } catch { return error }
  }
}

/// A change of a genuine answer, and the flaw that it must have.
struct Forgery<Answer: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let flaw: WebAuthnFlaw?
  let change: @Sendable (inout Answer) -> Void

  init(_ name: String, _ flaw: WebAuthnFlaw?, change: @escaping @Sendable (inout Answer) -> Void) {
    (self.name, self.flaw, self.change) = (name, flaw, change)
  }

  var testDescription: String { name }
}

extension WebAuthnFlaw {
  static let clientData = WebAuthnFlaw.unreadable("client data")
  static let authenticatorData = WebAuthnFlaw.unreadable("authenticator data")
  static let object = WebAuthnFlaw.unreadable("attestation object")
  static let publicKey = WebAuthnFlaw.unreadable("public key")
}

extension [UInt8] {
  /// Returns the bytes with one bit changed.
  func flipping(bit: Int) -> [UInt8] {
    var bytes = self
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return bytes
  }
}
