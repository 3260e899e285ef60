import Crypto

extension Authenticator {
  static let aaguid = [UInt8](repeating: 0xA0, count: 16)
  static let pinToken = (0..<32).map { UInt8($0) }

  /// The base point of P-256, from SEC 2 §2.4.2.
  static let basePoint = (
    x: Hex.decode("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")!,
    y: Hex.decode("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")!
  )

  /// The authenticator data of an assertion.
  static func assertionData(for relyingParty: String, flags: UInt8) -> [UInt8] {
    Digest.sha256(relyingParty.utf8) + [flags, 0, 0, 0, 7]
  }

  /// The authenticator data of a new credential, which has its public key.
  static func registrationData(_ id: [UInt8], for relyingParty: String, flags: UInt8) -> [UInt8] {
    let key: CBOR = [1: 2, 3: -7, -1: 1, -2: .bytes(basePoint.x), -3: .bytes(basePoint.y)]
    return assertionData(for: relyingParty, flags: flags | 0x40) + aaguid + [0, UInt8(id.count)] + id
      + key.encoded
  }

  /// What stands for the signature of a credential.
  static func signature(_ id: [UInt8]) -> [UInt8] { [0x30, 0x02] + id.prefix(2) }
}
