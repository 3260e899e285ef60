package import Crypto

/// A public key in the form that authenticators give it (RFC 9052, RFC 9053).
package struct COSEKey: Sendable {
  package let encoded: [UInt8]
  package let publicKey: PublicKey

  /// Reads a key, in all of `encoded`.
  package init(_ encoded: [UInt8]) throws(WebAuthnFlaw) {
    guard let map = CBOR(encoded), map.isMap else { throw .unreadable("public key") }
    self.encoded = encoded
    publicKey = try Self.publicKey(map)
  }

  /// Creates the form of a P-256 key.
  package init(p256 key: PublicKey) {
    let point = key.point
    encoded =
      CBOR.map([
        .init(.type, .ellipticCurve), .init(.algorithm, .es256), .init(.curve, .p256),
        .init(.x, .bytes(point.x)), .init(.y, .bytes(point.y)),
      ]).encoded
    publicKey = key
  }

  /// The numbers of the algorithms, best first, for the options of an enrollment.
  package static let algorithms: [Int64] = [-7, -8, -257]

  private static func publicKey(_ map: CBOR) throws(WebAuthnFlaw) -> PublicKey {
    do throws(CryptoError) {
      switch (map[.type], map[.algorithm]) {
      case (.ellipticCurve, .es256) where map[.curve] == .p256:
        return try PublicKey(p256: map[.x]?.bytes ?? [], map[.y]?.bytes ?? [])
      case (.octetKeyPair, .edDSA) where map[.curve] == .ed25519:
        return try PublicKey(ed25519: map[.x]?.bytes ?? [])
      case (.rsa, .rs256):
        return try PublicKey(modulus: map[.modulus]?.bytes ?? [], exponent: map[.exponent]?.bytes ?? [])
      default: break
      }
    } catch {
      throw error == .weakKey ? .weakKey : .unreadable("public key")
    }
    throw .otherAlgorithm
  }
}

// The numbers of the IANA registry "COSE".
extension CBOR {
  fileprivate static let type: CBOR = 1
  fileprivate static let algorithm: CBOR = 3
  fileprivate static let curve: CBOR = -1
  fileprivate static let x: CBOR = -2
  fileprivate static let y: CBOR = -3
  fileprivate static let modulus: CBOR = -1
  fileprivate static let exponent: CBOR = -2
  fileprivate static let octetKeyPair: CBOR = 1
  fileprivate static let ellipticCurve: CBOR = 2
  fileprivate static let rsa: CBOR = 3
  fileprivate static let p256: CBOR = 1
  fileprivate static let ed25519: CBOR = 6
  fileprivate static let es256: CBOR = -7
  fileprivate static let edDSA: CBOR = -8
  fileprivate static let rs256: CBOR = -257
}
