import Crypto
import Testing
import WebAuthn

@Suite struct PublicKeyForgeryTests {
  /// Changes of a genuine P-256 key: entries that replace those with their key, or are removed.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let flaw: WebAuthnFlaw?
    let key: [UInt8]

    init(_ name: String, _ flaw: WebAuthnFlaw?, _ key: [UInt8]) {
      (self.name, self.flaw, self.key) = (name, flaw, key)
    }

    /// A key of these entries.
    init(_ name: String, _ flaw: WebAuthnFlaw?, _ entries: [(CBOR, CBOR?)]) {
      self.init(
        name, flaw, CBOR.map(entries.compactMap { key, value in value.map { .init(key, $0) } }).encoded)
    }

    var testDescription: String { name }
  }

  private static let (x, y) = Device.key.publicKey.point
  /// The order of P-256's field. No coordinate reaches it.
  private static let fieldOrder =
    Hex.decode("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff") ?? []
  private static let zeros = [UInt8](repeating: 0, count: 32)
  private static let ones = [UInt8](repeating: 0xFF, count: 32)
  private static func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

  private static func ec(
    type: CBOR? = 2, algorithm: CBOR? = -7, curve: CBOR? = 1, x: CBOR? = .bytes(x), y: CBOR? = .bytes(y)
  ) -> [(CBOR, CBOR?)] {
    [(1, type), (3, algorithm), (-1, curve), (-2, x), (-3, y)]
  }

  /// RFC 8032's test 3.
  private static let edwards =
    Hex.decode("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025") ?? []

  private static func okp(
    type: CBOR? = 1, algorithm: CBOR? = -8, curve: CBOR? = 6, x: CBOR? = .bytes(edwards)
  ) -> [(CBOR, CBOR?)] {
    [(1, type), (3, algorithm), (-1, curve), (-2, x)]
  }

  private static let modulus = modulus(bytes: 256)

  /// 2 to the power of the bits before the last, and 3: of 256 and of 1024 bytes, it is not a prime and has no small factor.
  private static func modulus(bytes count: Int) -> [UInt8] {
    [0x80] + [UInt8](repeating: 0, count: count - 2) + [3]
  }

  private static func rsa(
    type: CBOR? = 3, algorithm: CBOR? = -257, modulus: CBOR? = .bytes(modulus),
    exponent: CBOR? = .bytes([1, 0, 1])
  ) -> [(CBOR, CBOR?)] {
    [(1, type), (3, algorithm), (-1, modulus), (-2, exponent)]
  }

  private static let cases: [Case] = [
    Case("P-256", nil, ec()),
    Case("Ed25519", nil, okp()),
    Case("RSA", nil, rsa()),

    Case("no type", .otherAlgorithm, ec(type: nil)),
    Case("no algorithm", .otherAlgorithm, ec(algorithm: nil)),
    Case("no curve", .otherAlgorithm, ec(curve: nil)),
    Case("the type of Ed25519 for P-256", .otherAlgorithm, ec(type: 1)),
    Case("the type of RSA for P-256", .otherAlgorithm, ec(type: 3)),
    Case("a symmetric key", .otherAlgorithm, [(1, 4), (3, 5), (-1, .bytes(zeros))]),
    Case("a type in words", .otherAlgorithm, ec(type: "EC2")),
    Case("an algorithm in words", .otherAlgorithm, ec(algorithm: "ES256")),
    Case("the algorithm of Ed25519 for P-256", .otherAlgorithm, ec(algorithm: -8)),
    Case("the algorithm of RSA for P-256", .otherAlgorithm, ec(algorithm: -257)),
    Case("ES384", .otherAlgorithm, ec(algorithm: -35)),
    Case("ES512", .otherAlgorithm, ec(algorithm: -36)),
    Case("ES256K", .otherAlgorithm, ec(algorithm: -47, curve: 8)),
    Case("HMAC", .otherAlgorithm, ec(algorithm: 5)),
    Case("zero as the algorithm", .otherAlgorithm, ec(algorithm: 0)),
    Case("P-384", .otherAlgorithm, ec(curve: 2)),
    Case("P-521", .otherAlgorithm, ec(curve: 3)),
    Case("secp256k1", .otherAlgorithm, ec(curve: 8)),
    Case("the curve of Ed25519 for P-256", .otherAlgorithm, ec(curve: 6)),
    Case("a curve in words", .otherAlgorithm, ec(curve: "P-256")),
    Case("the type of P-256 for Ed25519", .otherAlgorithm, okp(type: 2)),
    Case("the algorithm of P-256 for Ed25519", .otherAlgorithm, okp(algorithm: -7)),
    Case("the curve of P-256 for Ed25519", .otherAlgorithm, okp(curve: 1)),
    Case("X25519", .otherAlgorithm, okp(curve: 4)),
    Case("Ed448", .otherAlgorithm, okp(curve: 7)),
    Case("the type of P-256 for RSA", .otherAlgorithm, rsa(type: 2)),
    Case("the algorithm of P-256 for RSA", .otherAlgorithm, rsa(algorithm: -7)),
    Case("RSA with SHA-1", .otherAlgorithm, rsa(algorithm: -65535)),
    Case("RSA with another padding", .otherAlgorithm, rsa(algorithm: -37)),
    Case("RSA with SHA-512", .otherAlgorithm, rsa(algorithm: -259)),

    Case("no x", .publicKey, ec(x: nil)),
    Case("no y", .publicKey, ec(y: nil)),
    Case("a compressed point", .publicKey, ec(y: .bool(true))),
    Case("x in words", .publicKey, ec(x: "x")),
    Case("an empty x", .publicKey, ec(x: .bytes([]))),
    Case("x of 31 bytes", .publicKey, ec(x: .bytes(x.dropLast()))),
    Case("y of 31 bytes", .publicKey, ec(y: .bytes(y.dropLast()))),
    Case("x of 33 bytes", .publicKey, ec(x: .bytes([0] + x))),
    Case("y of 33 bytes", .publicKey, ec(y: .bytes(y + [0]))),
    Case("x and y of 64 bytes", .publicKey, ec(x: .bytes(x + y), y: .bytes([]))),
    Case("a point beside the curve", .publicKey, ec(y: .bytes(y.flipping(bit: 255)))),
    Case("x and y exchanged", .publicKey, ec(x: .bytes(y), y: .bytes(x))),
    Case("zeros", .publicKey, ec(x: .bytes(zeros), y: .bytes(zeros))),
    Case("x beyond the field", .publicKey, ec(x: .bytes(fieldOrder))),
    Case("y beyond the field", .publicKey, ec(y: .bytes([UInt8](repeating: 0xFF, count: 32)))),
    Case("no bytes of Ed25519", .publicKey, okp(x: nil)),
    Case("31 bytes of Ed25519", .publicKey, okp(x: .bytes(edwards.dropLast()))),
    Case("33 bytes of Ed25519", .publicKey, okp(x: .bytes(edwards + [0]))),
    Case("no modulus", .publicKey, rsa(modulus: nil)),
    Case("an empty modulus", .publicKey, rsa(modulus: .bytes([]))),
    Case("no exponent", .publicKey, rsa(exponent: nil)),
    Case("an exponent that is a number", .publicKey, rsa(exponent: 65537)),

    Case("a modulus of 2047 bits", .weakKey, rsa(modulus: .bytes([0x7F] + modulus.dropFirst()))),
    Case(
      "a modulus of 8193 bits", .weakKey, rsa(modulus: .bytes([1] + [UInt8](repeating: 0xC5, count: 1024)))),
    Case("a modulus of 9000 bytes", .weakKey, rsa(modulus: .bytes([UInt8](repeating: 0xC5, count: 9000)))),
    Case("a modulus of 8192 bits", nil, rsa(modulus: .bytes(modulus(bytes: 1024)))),
    Case("zero as the modulus", .weakKey, rsa(modulus: .bytes([UInt8](repeating: 0, count: 256)))),
    Case(
      "one as the modulus", .weakKey, rsa(modulus: .bytes([UInt8](repeating: 0, count: 255) + [1]))),
    Case("an even modulus", .weakKey, rsa(modulus: .bytes(modulus.dropLast() + [0xC4]))),
    // Each message would be its own signature.
    Case("one as the exponent", .weakKey, rsa(exponent: .bytes([1]))),
    Case("one as the exponent, in three bytes", .weakKey, rsa(exponent: .bytes([0, 0, 1]))),
    Case("zero as the exponent", .weakKey, rsa(exponent: .bytes([0]))),
    Case("two as the exponent", .weakKey, rsa(exponent: .bytes([2]))),
    Case("an even exponent", .weakKey, rsa(exponent: .bytes([1, 0, 0]))),
    Case("an exponent of 9 bytes", .weakKey, rsa(exponent: .bytes([UInt8](repeating: 1, count: 9)))),
    Case("three as the exponent", nil, rsa(exponent: .bytes([3]))),
    // Anybody can make signatures that are right for these.
    Case("the identity of Ed25519", .weakKey, okp(x: .bytes([1] + zeros.dropLast()))),
    Case("a point of order 2", .weakKey, okp(x: .bytes([0xEC] + ones.dropFirst(2) + [0x7F]))),
    Case("a point of order 4", .weakKey, okp(x: .bytes(zeros))),
    Case("the other point of order 4", .weakKey, okp(x: .bytes(zeros.dropLast() + [0x80]))),
    Case(
      "a point of order 8", .weakKey,
      okp(x: .bytes(bytes("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")))),
    Case(
      "another point of order 8", .weakKey,
      okp(x: .bytes(bytes("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85")))),
    Case(
      "a third point of order 8", .weakKey,
      okp(x: .bytes(bytes("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")))),
    Case(
      "a fourth point of order 8", .weakKey,
      okp(x: .bytes(bytes("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")))),
    Case(
      "the identity, written with the wrong sign", .weakKey, okp(x: .bytes([1] + zeros.dropFirst(2) + [0x80]))
    ),
    Case("the identity, beyond the field", .publicKey, okp(x: .bytes([0xEE] + ones.dropFirst(2) + [0x7F]))),
    Case("zero, beyond the field", .publicKey, okp(x: .bytes([0xED] + ones.dropFirst(2) + [0xFF]))),

    Case("a list", .publicKey, CBOR.array([2, -7]).encoded),
    Case("bytes", .publicKey, CBOR.bytes([4] + x + y).encoded),
    Case("null", .publicKey, [0xF6]),
    Case("a map of no entries", .otherAlgorithm, [0xA0]),
    Case("two types", .publicKey, ec() + [(1, 2)]),
    Case("two curves", .publicKey, ec() + [(-1, 2)]),
    Case("two x", .publicKey, ec() + [(-2, .bytes(zeros))]),
    Case("a tag", .publicKey, [0xC1] + CBOR.map([.init(1, 2)]).encoded),
    Case("a further entry", nil, ec() + [(2, .bytes([1]))]),
  ]

  @Test(arguments: cases) func aForgedKeyIsRefused(_ one: Case) {
    var enrollment = Enrollment()
    enrollment.data = Device.data(flags: .up | .uv | .at, rest: Device.credential(key: one.key))
    #expect(enrollment.flaw == one.flaw)
    do throws(WebAuthnFlaw) {
      let key = try COSEKey(one.key)
      #expect(one.flaw == nil)
      #expect(key.encoded == one.key)
    } catch {
      #expect(error == one.flaw)
    }
  }

  @Test func aKeyHasNothingAfterItsEnd() {
    #expect(throws: WebAuthnFlaw.publicKey) { try COSEKey(Device.coseKey.encoded + [0]) }
    #expect(throws: WebAuthnFlaw.publicKey) { try COSEKey([]) }
    for count in 0..<Device.coseKey.encoded.count {
      #expect(throws: WebAuthnFlaw.publicKey) { try COSEKey(Array(Device.coseKey.encoded.prefix(count))) }
    }
  }

  @Test func aWrittenKeyIsReadAsItself() throws {
    let read = try COSEKey(Device.coseKey.encoded)
    #expect(read.publicKey.point == Device.key.publicKey.point)
    #expect(read.publicKey.algorithm == .es256)
    #expect(read.encoded == COSEKey(p256: read.publicKey).encoded)
    #expect(
      CBOR(read.encoded)
        == .map([
          .init(1, 2), .init(3, -7), .init(-1, 1), .init(-2, .bytes(Self.x)), .init(-3, .bytes(Self.y)),
        ]))
    #expect(COSEKey.algorithms == [-7, -8, -257])
  }
}
