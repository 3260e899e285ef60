import Crypto
import Testing

@Suite struct P256Tests {
  /// The key of RFC 6979, appendix A.2.5: the coordinates of its point, and the private key in SEC 1 form.
  private static let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
  private static let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
  private static let sec1 =
    "30770201010420c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721a00a06082a8648ce3d030107"
    + "a14403420004" + x + y

  private static func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

  /// RFC 6979, appendix A.2.5, with SHA-256.
  @Test(arguments: [
    (
      "sample",
      "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
        + "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ),
    (
      "test",
      "3045022100f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
        + "0220019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
    ),
  ])
  func verifiesTheStandardsExamples(text: String, signature: String) throws {
    let key = try PublicKey(p256: Self.bytes(Self.x), Self.bytes(Self.y))
    let signature = try Self.bytes(signature)
    #expect(key.algorithm == .es256)
    #expect(key.isValid(signature: signature, for: text.utf8))
    #expect(!key.isValid(signature: signature, for: (text + "A").utf8))
    #expect(!key.isValid(signature: signature.dropLast(), for: text.utf8))
    #expect(!key.isValid(signature: signature + [0], for: text.utf8))
    #expect(!key.isValid(signature: [], for: text.utf8))
    let other = try PrivateKey.p256().publicKey
    #expect(!other.isValid(signature: signature, for: text.utf8))
  }

  /// RFC 8032, section 7.1, tests 1 and 3.
  @Test(arguments: [
    (
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0"
        + "595bbe24655141438e7a100b"
    ),
    (
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9"
        + "716ed28dc027beceea1ec40a"
    ),
  ])
  func verifiesTheStandardsExamplesOfEd25519(key: String, message: String, signature: String) throws {
    let key = try PublicKey(ed25519: Self.bytes(key))
    let (message, signature) = (try Self.bytes(message), try Self.bytes(signature))
    #expect(key.algorithm == .edDSA)
    #expect(key.isValid(signature: signature, for: message))
    #expect(!key.isValid(signature: signature, for: message + [0]))
    #expect(!key.isValid(signature: signature.dropLast(), for: message))
    #expect(!key.isValid(signature: signature + [0], for: message))
    #expect(!key.isValid(signature: [], for: message))
  }

  /// Some numbers begin with zeros, which libcrypto leaves out.
  @Test(arguments: [
    (x, y),
    (
      "0075ba8d3430495fc689e1024b48e48f4ec4d2eda5d5b8f8ad7637dabf065df3",
      "20705df484fb7c2e6d2d013a1281f5db2f6d028516352992d7304f54ce18b14e"
    ),
    (
      "6a7e99588cc9fd293065fcefa48cf5d36f2690c18ded0771acc02b12d9d6b107",
      "00002ee7db7065b7a9999459ebe6671cd1762c5b57d39f627fc447a44a11b53f"
    ),
  ])
  func aPointIsGivenBack(x: String, y: String) throws {
    let point = try PublicKey(p256: Self.bytes(x), Self.bytes(y)).point
    #expect((Hex.encode(point.x), Hex.encode(point.y)) == (x, y))
  }

  @Test func whatIsNoPointIsRefused() throws {
    let (x, y) = (try Self.bytes(Self.x), try Self.bytes(Self.y))
    let (zeros, ones) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
    for (x, y) in [
      (y, x), (x, x), (zeros, zeros), (ones, ones), (x, ones), ([], []), (x, []), ([0] + x, y),
      (Array(x.dropLast()), y), (x, y + [0]), (x + y, []),
    ] {
      #expect(throws: CryptoError.unreadablePublicKey) { try PublicKey(p256: x, y) }
    }
    for bytes in [[], Array(x.dropLast()), x + [0]] {
      #expect(throws: CryptoError.unreadablePublicKey) { try PublicKey(ed25519: bytes) }
    }
  }

  @Test func aPrivateKeySurvivesItsWrittenForm() throws {
    let key = try PrivateKey(p256: Self.bytes(Self.sec1))
    #expect(Hex.encode(key.der) == Self.sec1)
    #expect((Hex.encode(key.publicKey.point.x), Hex.encode(key.publicKey.point.y)) == (Self.x, Self.y))
    #expect(key.publicKey.algorithm == .es256)

    let new = try PrivateKey.p256()
    let copy = try PrivateKey(p256: new.der)
    #expect(copy.der == new.der)
    #expect(copy.publicKey.point == new.publicKey.point)
    #expect(new.publicKey.isValid(signature: try copy.sign("text".utf8), for: "text".utf8))
    #expect(try PrivateKey.p256().der != new.der)
  }

  /// SEC 1 allows that the point is left out.
  @Test func aPrivateKeyNeedsNoPoint() throws {
    let short =
      "30310201010420c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721a00a06082a8648ce3d030107"
    let key = try PrivateKey(p256: Self.bytes(short))
    #expect((Hex.encode(key.publicKey.point.x), Hex.encode(key.publicKey.point.y)) == (Self.x, Self.y))
  }

  /// The private key 7 on other curves, and what is no key.
  @Test(arguments: [
    // secp256k1
    "3074020101042000000000000000000000000000000000000000000000000000000000000000"
      + "07a00706052b8104000aa144034200045cbdf0646e5db4eaa398f365f2ea7a0e3d419b7e0330e39ce92bddedcac4f9bc"
      + "6aebca40ba255960a3178d6d861a54dba813d0b813fde7b5a5082628087264da",
    // brainpoolP256r1
    "3078020101042000000000000000000000000000000000000000000000000000000000000000"
      + "07a00b06092b2403030208010107a144034200046b8bb7f53e36b6824d3300afbc27257bd432568e24e5fb5702295ecd"
      + "04e9de4c382f9af51ce9a3d30965a09661223af5646067c55b1a928f7252376bfc79ebf0",
    // P-384
    "3081a402010104300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
      + "00000007a00706052b81040022a16403620004283c1d7365ce4788f29f8ebf234edffead6fe997fbea5ffa2d58cc9dfa7b"
      + "1c508b05526f55b9ebb2040f05b48fb6d0e19475c99061e41b88ba52efdb8c1690471a61d867ed799729d9c92cd01dbd22"
      + "5630d84ede32a78f9e64664cdac512ef8c",
    // P-224
    "3068020101041c00000000000000000000000000000000000000000000000000000007a00706052b81040021a13c033a0004db2f"
      + "6be630e246a5cf7d99b85194b123d487e2d466b94b24a03c3e280f3a30085497f2f611ee2517b163ef8c53b715d18bb4e4"
      + "808d02b963",
    // Ed25519 in PKCS#8 form
    "302e020100300506032b657004220420c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    "", "00", "3000", "30770201010420", "ff",
  ])
  func otherCurvesAndOtherBytesAreRefused(hex: String) throws {
    let bytes = try Self.bytes(hex)
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(p256: bytes) }
  }

  @Test func aPrivateKeyOfAnotherKindOrLengthIsRefused() throws {
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(p256: testKey.der) }
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(der: PrivateKey.p256().der) }
    let whole = try Self.bytes(Self.sec1)
    for count in 0..<whole.count {
      #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(p256: Array(whole.prefix(count))) }
    }
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(p256: whole + [0]) }
  }
}
