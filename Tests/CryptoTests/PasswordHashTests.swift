import Crypto
import Testing

@Suite struct PasswordHashTests {
  /// RFC 6070 §2, and RFC 7914 §11.
  @Test(arguments: [
    ("password", "salt", 1, Digest.Algorithm.sha1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    ("password", "salt", 4096, .sha1, "4b007901b765489abead49d926f721d065a429c1"),
    (
      "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, .sha1,
      "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
    ),
    (
      "passwd", "salt", 1, .sha256,
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    ),
  ])
  func pbkdf2ComputesTheStandardsKeys(
    password: String, salt: String, rounds: Int, digest: Digest.Algorithm, key: String
  ) throws {
    let found = try PBKDF2.key(
      password: Array(password.utf8), salt: Array(salt.utf8), rounds: rounds, digest,
      size: key.utf8.count / 2)
    #expect(Hex.encode(found) == key)
  }

  /// RFC 1321 §A.5, FIPS 180-4, RFC 2202 case 2.
  @Test func theOlderDigestsAreTheStandards() throws {
    let abc = Array("abc".utf8)
    #expect(Hex.encode(try Digest.digest(abc, .md5)) == "900150983cd24fb0d6963f7d28e17f72")
    #expect(Hex.encode(try Digest.digest(abc, .sha1)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(try Digest.digest(abc, .sha256) == Digest.sha256(abc))
    #expect(try Digest.digest(abc, .sha512).count == 64)
    let message = Array("what do ya want for nothing?".utf8)
    #expect(
      Hex.encode(try Digest.hmac(message, key: Array("Jefe".utf8), .md5))
        == "750c783e6ab0b503eaa86e310a5db738")
    for (digest, code) in [
      (Digest.Algorithm.sha1, Digest.hmacSHA1(message, key: [1])),
      (.sha256, Digest.hmacSHA256(message, key: [1])), (.sha512, Digest.hmacSHA512(message, key: [1])),
    ] {
      #expect(try Digest.hmac(message, key: [1], digest) == code)
    }
  }

  /// The vectors of the algorithm's own test suite.
  @Test(arguments: [
    ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
    ("U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
    ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
  ])
  func bcryptComputesItsPublishedHashes(password: String, hash: String) throws {
    #expect(try Bcrypt.hash(password: Array(password.utf8), like: hash) == hash)
    #expect(try Bcrypt.hash(password: Array("other".utf8), like: hash) != hash)
    #expect(Bcrypt.cost(of: hash) == 5)
  }

  /// The vectors that Go's implementation and libargon2's own test suite publish.
  @Test(
    .enabled(if: Argon2.isAvailable),
    arguments: [
      (
        .init(.i, iterations: 1, memory: 64, parallelism: 1, size: 24),
        "b9c401d1844a67d50eae3967dc28870b22e508092e861a37"
      ),
      (
        .init(.d, iterations: 1, memory: 64, parallelism: 1, size: 24),
        "8727405fd07c32c78d64f547f24150d3f2e703a89f981a19"
      ),
      (
        .init(.id, iterations: 1, memory: 64, parallelism: 1, size: 24),
        "655ad15eac652dc59f7170a7332bf49b8469be1fdb9c28bb"
      ),
      (
        .init(.id, iterations: 4, memory: 1024, parallelism: 8, size: 24),
        "8dafa8e004f8ea96bf7c0f93eecf67a6047476143d15577f"
      ),
      (
        .init(.d, iterations: 4, memory: 4096, parallelism: 4, size: 24),
        "935598181aa8dc2b720914aa6435ac8d3e3a4210c5b0fb2d"
      ),
      (
        .init(.i, iterations: 2, memory: 256, parallelism: 1, size: 32, isOld: true),
        "fd4dd83d762c49bdeaf57c47bdcd0c2f1babf863fdeb490df63ede9975fccf06"
      ),
      (
        .init(.i, iterations: 2, memory: 256, parallelism: 1, size: 32),
        "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"
      ),
    ] as [(Argon2.Parameters, String)])
  func argon2ComputesItsPublishedHashes(parameters: Argon2.Parameters, hash: String) throws {
    let salt = Array("somesalt".utf8)
    let found = try Argon2.hash(password: Array("password".utf8), salt: salt, parameters: parameters)
    #expect(found.map(Hex.encode) == hash)
    #expect(try Argon2.hash(password: [], salt: salt, parameters: parameters)?.count == parameters.size)
    var other = parameters
    other.associatedData = [1]
    #expect(try Argon2.hash(password: Array("password".utf8), salt: salt, parameters: other) != found)
  }

  @Test(.enabled(if: Argon2.isAvailable)) func whatArgon2CannotComputeIsNoHash() throws {
    let parameters = Argon2.Parameters(.id, iterations: 1, memory: 8, parallelism: 1, size: 32)
    let salt = Array("somesalt".utf8)
    #expect(try Argon2.hash(password: [1], salt: salt, parameters: parameters) != nil)
    #expect(try Argon2.hash(password: [1], salt: Array(salt.dropLast()), parameters: parameters) == nil)
    #expect(try Argon2.hash(password: [1], salt: [], parameters: parameters) == nil)
    var more = parameters
    more.parallelism = 2
    #expect(try Argon2.hash(password: [1], salt: salt, parameters: more) == nil)
    more = parameters
    more.size = 3
    #expect(try Argon2.hash(password: [1], salt: salt, parameters: more) == nil)
  }

  @Test func whatIsNoBcryptHashIsRefused() {
    for hash in ["", "$2a$05$", "$2a$99$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"] {
      #expect(throws: CryptoError.failed(operation: "bcrypt")) { try Bcrypt.hash(password: [1], like: hash) }
    }
    #expect(throws: CryptoError.failed(operation: "bcrypt")) {
      try Bcrypt.hash(
        password: [97, 0, 98], like: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
    }
    #expect(Bcrypt.cost(of: "$1$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW") == nil)
    #expect(Bcrypt.cost(of: "$2a$5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW") == nil)
  }
}
