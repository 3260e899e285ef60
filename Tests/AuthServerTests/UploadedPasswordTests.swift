import Crypto
import Essentials
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// Hashes of "correct horse" that Python's `hashlib`, `hmac` and `crypt` made, with the salt "NaCl42".
@Suite struct UploadedPasswordTests {
  private static let salt = "TmFDbDQy"
  private static let key = "c2lnbmluZyBrZXkgb2YgYW4gb2xkIHN5c3RlbQ=="

  static let hashes: [(name: String, parameters: JSONValue, hash: String)] = [
    ("HMAC_MD5", ["signerKey": .string(key)], "RU70XGpA++PX4mXGoKIWEQ=="),
    (
      "HMAC_MD5", ["signerKey": .string(key), "passwordHashOrder": "SALT_AND_PASSWORD"],
      "GcPY8LIuhOZplyFmMFfluQ=="
    ),
    ("HMAC_SHA1", ["signerKey": .string(key)], "hOSF3wW3/F9EjFaEvtYtNrCIoq8="),
    ("HMAC_SHA256", ["signerKey": .string(key)], "ACxzyUTzrK501r40+0tjtcQrkrurwB/rlyXq0CvBTTQ="),
    (
      "HMAC_SHA512", ["signerKey": .string(key)],
      "h2ZRWT0uzUPjKRMKY10ycCd5WfVLTxzvP1yPVmVC9lXVmQCREkNKQvEXOeqERNBWwwp2CgZDRdSjbWXlJEWMSA=="
    ),
    ("SHA1", ["rounds": 1], "AdCbw6kKbdXEzHKbpdm1c9NMrL8="),
    ("SHA1", ["rounds": 1000], "31oh4d8/4BVtjK+Z2WFW9vXDCIs="),
    ("SHA256", [:], "WwdhJP6TDH/3gNSSwFwzv5gjMZggRcOJAwOffydRnvM="),
    ("SHA256", ["rounds": 1000], "AsK+fziUx+vgHzRducCc4DcDngvKl78AwMPRu6C/660="),
    ("SHA256", ["passwordHashOrder": "BOTH"], "WwdhJP6TDH/3gNSSwFwzv5gjMZggRcOJAwOffydRnvM="),
    ("SHA256", ["passwordHashOrder": "PASSWORD_AND_SALT"], "eaZBUb3uiifg/aV087ocm2HNG7ICpcwVc0xyeLaeCA8="),
    (
      "SHA512", ["rounds": 1000],
      "hmik2mDd6sODSmeLjnQRsRQi4I0HtkyipPUVrdOnJqkQIVzUmvUPG3T3S76HffCODS4NEzE6z+teOk6r4PHI2w=="
    ),
    ("MD5", [:], "ZTQyM2Q3N2ZmMjg0NzkxODdkMTU4MzEyNDY1MzU1MTk="),
    ("MD5", ["rounds": 100], "YzQxMzUxY2JiNTVkMzE1ZWU2OGFkMjNjOWM2ODQzMzM="),
    ("PBKDF_SHA1", ["rounds": 1000], "WQOTpiQVTLkbWNJcEPIefIGJRkQ="),
    ("PBKDF2_SHA256", ["rounds": 1000], "R3B-GJjrJsZzXWPy_WhS0bUmyzPl_VeTkrRdB3kV9hQ"),
    (
      "STANDARD_SCRYPT", ["cpuMemCost": 1024, "blockSize": 8, "parallelization": 2, "dkLen": 64],
      "8qJipvHce1+2czCJZcyRiDI5q/PWUm2mUqRQ0GNu8PbUztFSdMhSB5eAjVO6i5lDwIw8aamKbBXyxX0daFvg/w=="
    ),
    ("BCRYPT", [:], bcrypt("$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e")),
    ("BCRYPT", [:], bcrypt("$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2")),
    ("BCRYPT", [:], bcrypt("$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e")),
  ]

  private static func bcrypt(_ hash: String) -> String { Data(hash.utf8).base64EncodedString() }

  private func user(_ hash: String, salt: String = salt) -> AccountRecord {
    var user = AccountRecord(localId: "kim")
    user.email = ServerHarness.email
    user.passwordHash = hash
    user.salt = salt
    return user
  }

  /// What the upload's body says of all hashes.
  private func describe(_ request: inout BatchCreateAccounts.Request, _ name: String, _ parameters: JSONValue)
  {
    request.hashAlgorithm = .init(rawValue: name)
    request.signerKey = parameters["signerKey"]?.string
    request.saltSeparator = parameters["saltSeparator"]?.string
    request.passwordHashOrder = parameters["passwordHashOrder"]?.string
    request.argon2Parameters = parameters["argon2Parameters"]
    func number(_ name: String) -> Int? { parameters[name]?.integer.map(Int.init) }
    request.rounds = number("rounds")
    request.memoryCost = number("memoryCost")
    request.cpuMemCost = number("cpuMemCost")
    request.blockSize = number("blockSize")
    request.parallelization = number("parallelization")
    request.dkLen = number("dkLen")
  }

  @Test(arguments: hashes)
  func aPasswordThatWasHashedElsewhereSignsIn(name: String, parameters: JSONValue, hash: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(try server.upload([user(hash)]) { describe(&$0, name, parameters) } == [])
    let stored = try server.password()
    #expect(refusal { try server.signIn(password: "correct horsf") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(try server.password() == stored)
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    // It is the server's own hash from then on.
    let own = try server.password()
    #expect(own?.algorithm == .scrypt(Policy.quick.scrypt))
    #expect(own?.updatedAt == stored?.updatedAt)
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    #expect(try server.password() == own)
  }

  @Test func anAlgorithmIsNamedByItsBytes() throws {
    let server = try ServerHarness(policy: .quick)
    let (_, parameters, hash) = Self.hashes[7]
    #expect(
      refusal { try server.upload([user(hash)]) { describe(&$0, "PB\u{212A}DF2_SHA256", parameters) } }
        == "INVALID_HASH_ALGORITHM")
  }

  /// The example of Firebase's own description of its algorithm.
  @Test func firebasesOwnHashesSignIn() throws {
    let server = try ServerHarness(policy: .quick)
    let record = user(
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
      salt: "42xEC+ixf3L2lw==")
    try server.upload([record]) {
      $0.hashAlgorithm = .scrypt
      $0.signerKey =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
      $0.saltSeparator = "Bw=="
      $0.rounds = 8
      $0.memoryCost = 14
    }
    #expect(try server.signIn(password: "user1password").localId == "kim")
  }

  @Test func aRefusedSignInLeavesTheHashAsItWas() throws {
    let server = try ServerHarness(policy: .quick)
    let (name, parameters, hash) = Self.hashes[7]
    var record = user(hash)
    record.disabled = true
    try server.upload([record]) { describe(&$0, name, parameters) }
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "USER_DISABLED")
    #expect(try server.password()?.algorithm == .described(#"{"hashAlgorithm":"SHA256"}"#))
  }

  @Test func oneAccountMaySayHowItsOwnPasswordWasHashed() throws {
    let server = try ServerHarness(policy: .quick)
    var record = user("WwdhJP6TDH/3gNSSwFwzv5gjMZggRcOJAwOffydRnvM=")
    record.passwordHashParameters = ["hashAlgorithm": "SHA256", "shoeSize": 42]
    #expect(try server.upload([record]) { ($0.hashAlgorithm, $0.rounds) = (.md5, 3) } == [])
    #expect(try server.password()?.algorithm == .described(#"{"hashAlgorithm":"SHA256"}"#))
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
  }

  @Test func theServersOwnHashStaysItsOwn() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    let own = try #require(try server.password())
    try server.upload([
      AccountRecord(localId: "other")
    ])
    var record = user(Base64URL.encode(own.hash), salt: Base64URL.encode(own.salt))
    record.email = "copy@example.com"
    try server.upload([record]) {
      describe(
        &$0, "STANDARD_SCRYPT", ["cpuMemCost": 2, "blockSize": 8, "parallelization": 1, "dkLen": 32])
    }
    #expect(try server.password(of: "copy@example.com")?.algorithm == own.algorithm)
    #expect(try server.signIn("copy@example.com", password: ServerHarness.password).localId == "kim")
  }

  /// Firebase's emulator keeps passwords as they are.
  @Test func aHashOfFirebasesEmulatorIsReadAndHashed() throws {
    let server = try ServerHarness(policy: .quick)
    try server.upload([user("fakeHash:salt=fakeSaltX:password=correct horse", salt: "fakeSaltX")])
    let stored = try #require(try server.password())
    #expect(!String(decoding: stored.hash + stored.salt, as: UTF8.self).contains("horse"))
    #expect(stored.algorithm == .fast)
    #expect(refusal { try server.signIn(password: "correct horsf") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    #expect(try server.password()?.algorithm == .scrypt(Policy.quick.scrypt))
  }

  private static func argon2(
    _ kind: String, _ more: [JSONValue.Member] = [], parallelism: Int64 = 2
  ) -> JSONValue {
    let work: JSONValue = [
      "hashType": .string(kind), "hashLengthBytes": 32, "iterations": 2, "memoryCostKib": 1024,
      "parallelism": .integer(parallelism),
    ]
    return ["argon2Parameters": .object((work.members ?? []) + more)]
  }

  /// Made by libargon2 with a salt of twelve bytes: it takes none of less than eight.
  @Test(
    .enabled(if: Argon2.isAvailable),
    arguments: [
      (argon2("ARGON2_ID"), "Q+pMn+xeFSO2yyXNXiFC+Tt1pKOzgFvXubafG0pbcnY="),
      (argon2("ARGON2_ID", [.init("version", "VERSION_13")]), "Q+pMn+xeFSO2yyXNXiFC+Tt1pKOzgFvXubafG0pbcnY="),
      (argon2("ARGON2_I"), "8lD9Y34So0VYxAo73d9yqsV7Iwh7VnbUdKn6Zaa1bt0="),
      (argon2("ARGON2_D"), "dVX5tWuoosBiwNIsvk8jm7XMffqsDYIoHZRgEtueC6Y="),
      (argon2("ARGON2_ID", [.init("version", "VERSION_10")]), "AFyOlAdR+S+VEo/xvZKnnF9GEmnqMAW3aPkvIyPu5sE="),
      (
        argon2("ARGON2_ID", [.init("associatedData", "YXNzb2NpYXRlZA==")]),
        "sUypO9i4gf+x41GxCi5DmIGNPA9zlfVeJxlDG4DeOsE="
      ),
    ])
  func aPasswordThatArgon2HashedSignsIn(parameters: JSONValue, hash: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.upload([user(hash, salt: "TmFDbDQyTmFDbDQy")]) { describe(&$0, "ARGON2", parameters) } == [])
    #expect(refusal { try server.signIn(password: "correct horsf") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    #expect(try server.password()?.algorithm == .scrypt(Policy.quick.scrypt))
  }

  /// Sixteen lanes need 128 KiB, and a salt has eight bytes.
  @Test(
    .enabled(if: Argon2.isAvailable),
    arguments: [
      (
        [
          "argon2Parameters": [
            "hashType": "ARGON2_ID", "hashLengthBytes": 32, "iterations": 1, "memoryCostKib": 8,
            "parallelism": 16,
          ]
        ], "TmFDbDQyTmFDbDQy"
      ),
      (argon2("ARGON2_ID"), "TmFDbDQy"),
    ] as [(JSONValue, String)])
  func aHashThatArgon2CannotMakeIsNobodysPassword(parameters: JSONValue, salt: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.upload([user("Q+pMn+xeFSO2yyXNXiFC+Tt1pKOzgFvXubafG0pbcnY=", salt: salt)]) {
        describe(&$0, "ARGON2", parameters)
      } == [])
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "INVALID_LOGIN_CREDENTIALS")
  }

  /// Strangers see no more of it than of a wrong password.
  @Test(arguments: [nil, "", "HMAC_SHA512"])
  func aHashThatNobodyDescribedIsKeptAndWhoeverRunsTheServerIsTold(algorithm: String?) throws {
    let notices = Mutex<[ServerNotice]>([])
    let server = try ServerHarness(
      policy: .quick, notice: { notice in notices.withLock { $0.append(notice) } })
    try server.upload([user("alx7x9eUA2KklCuymrWnfeHBRWv/eYcXCHgBxUXS19M=")]) {
      $0.hashAlgorithm = algorithm.map { HashAlgorithm(rawValue: $0) }
    }
    let stored = try server.password()
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "INVALID_LOGIN_CREDENTIALS")
    #expect(
      notices.withLock { $0 } == [.uncheckedPassword(reason: "its upload does not say how it was hashed")])
    #expect(try server.password() == stored)
    for _ in 2...10 { _ = try? server.signIn(password: ServerHarness.password) }
    #expect(
      refusal { try server.signIn(password: ServerHarness.password) }?
        .hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
  }

  /// The service takes it, and so nobody can sign in.
  @Test func aHashOfFirebasesAlgorithmNeedsNoKeyToBeStored() throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.upload([user("AAAA")]) { describe(&$0, "SCRYPT", ["rounds": 8, "memoryCost": 1]) } == [])
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test(
    arguments: [
      ("ROT13", [:], "INVALID_HASH_ALGORITHM"),
      ("HMAC_SHA256", [:], "EMPTY_HASH_KEY"), ("HMAC_MD5", [:], "EMPTY_HASH_KEY"),
      ("HMAC_SHA256", ["signerKey": "no base64!"], "INVALID_HASH_PARAMETER"),
      ("SHA1", ["rounds": 8193], "INVALID_HASH_ROUNDS"),
      ("MD5", ["rounds": -1], "INVALID_HASH_ROUNDS"),
      ("PBKDF2_SHA256", ["rounds": 120_001], "INVALID_HASH_ROUNDS"),
      ("PBKDF_SHA1", [:], "INVALID_HASH_ROUNDS"),
      (
        "SCRYPT", ["signerKey": "AAAA", "rounds": 9, "memoryCost": 14],
        "INVALID_HASH_ROUNDS"
      ),
      (
        "SCRYPT", ["signerKey": "AAAA", "rounds": 8, "memoryCost": 15],
        "INVALID_HASH_MEMORY_COSTS"
      ),
      // A gigabyte; a minute; no power of two; more than any integer.
      (
        "STANDARD_SCRYPT", ["cpuMemCost": 1_048_576, "blockSize": 8, "parallelization": 1, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      (
        "STANDARD_SCRYPT", ["cpuMemCost": 65536, "blockSize": 8, "parallelization": 16, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      // Twice 64 MB, and no more work than is allowed.
      (
        "STANDARD_SCRYPT", ["cpuMemCost": 131_072, "blockSize": 8, "parallelization": 1, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      (
        "STANDARD_SCRYPT", ["cpuMemCost": 32768, "blockSize": 32, "parallelization": 4, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      (
        "STANDARD_SCRYPT", ["cpuMemCost": 1000, "blockSize": 8, "parallelization": 1, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      (
        "STANDARD_SCRYPT",
        ["cpuMemCost": 1024, "blockSize": 9_223_372_036_854_775_807, "parallelization": 1, "dkLen": 32],
        "INVALID_HASH_PARAMETER"
      ),
      ("ARGON2", [:], "INVALID_ARGON2_MEMORY_COST"),
      (
        "ARGON2", ["argon2Parameters": ["memoryCostKib": 32_769]],
        "INVALID_ARGON2_MEMORY_COST"
      ),
      (
        "ARGON2", ["argon2Parameters": ["memoryCostKib": 8, "iterations": 17]],
        "INVALID_ARGON2_ITERATIONS"
      ),
      (
        "ARGON2", ["argon2Parameters": ["memoryCostKib": 8, "iterations": 1, "parallelism": 0]],
        "INVALID_ARGON2_PARALLELISM"
      ),
      (
        "ARGON2",
        [
          "argon2Parameters": [
            "memoryCostKib": 8, "iterations": 1, "parallelism": 1, "hashLengthBytes": 1025,
          ]
        ], "INVALID_HASH_PARAMETER"
      ),
      (
        "ARGON2",
        [
          "argon2Parameters": [
            "memoryCostKib": 8, "iterations": 1, "parallelism": 1, "hashLengthBytes": 32,
            "hashType": "ARGON2",
          ]
        ], "INVALID_ARGON2_HASH_TYPE"
      ),
      (
        "ARGON2",
        [
          "argon2Parameters": [
            "memoryCostKib": 8, "iterations": 1, "parallelism": 1, "hashLengthBytes": 32,
            "hashType": "ARGON2_ID", "associatedData": "no base64!",
          ]
        ], "INVALID_HASH_PARAMETER"
      ),
    ] as [(String, JSONValue, String)])
  func parametersThatCannotBeAreRefusedWithTheWhole(
    name: String, parameters: JSONValue, message: String
  ) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      refusal {
        try server.upload([AccountRecord(localId: "other"), user("AAAA")]) {
          describe(&$0, name, parameters)
        }
      } == message)
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func scryptMayTakeSixtyFourMegabytes() throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.upload([user("AAAA")]) {
        describe(
          &$0, "STANDARD_SCRYPT",
          ["cpuMemCost": 65536, "blockSize": 8, "parallelization": 8, "dkLen": 3])
      } == [])
  }

  @Test(arguments: [
    ("SHA256", String(repeating: "A", count: 4096)), ("BCRYPT", "AAAA"),
    ("BCRYPT", bcrypt("$2b$31$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e")),
    ("BCRYPT", bcrypt("$1$$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6ex")),
    ("PBKDF2_SHA256", String(repeating: "A", count: 400)),
  ])
  func aHashThatCannotBeIsRefusedWithItsAccount(name: String, hash: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.upload([user(hash)]) { describe(&$0, name, ["rounds": 1]) }
        == ["0: passwordHash or salt cannot be right for the hash algorithm"])
  }

  /// It may be a password, so it is not repeated.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func whatIsNoBase64IsRefusedWithTheWhole(policy: Policy) throws {
    func upload(_ hash: String, salt: String, to server: ServerHarness) throws -> [String?] {
      try server.upload([AccountRecord(localId: "other"), user(hash, salt: salt)]) {
        describe(&$0, "SHA256", [:])
      }
    }
    for (hash, salt, name) in [("no base64!", Self.salt, "password"), ("AAAA", "no base64!", "salt")] {
      let server = try ServerHarness(policy: policy)
      if policy.serviceAnswers {
        #expect(
          refusal { try upload(hash, salt: salt, to: server) }
            == "Invalid value at 'users[1].\(name)' (TYPE_BYTES), Base64 decoding failed")
        #expect(try server.count("SELECT count(*) FROM accounts") == 0)
      } else {
        #expect(
          try upload(hash, salt: salt, to: server)
            == ["1: passwordHash or salt cannot be right for the hash algorithm"])
      }
    }
  }

  @Test func whatNobodyWroteInTheColumnIsToldAsDamage() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    for text in ["scrypt", #"{"hashAlgorithm":"SHA1","rounds":99999999}"#] {
      try server.change(kim.localId) { $0.password?.algorithm = .described(text) }
      #expect(
        throws: StorageFailure.damaged(path: server.store.path, column: "accounts.password_algorithm")
      ) { try server.signIn(password: ServerHarness.password) }
    }
  }
}

extension ServerHarness {
  func password(of email: String = email) throws -> StoredPassword? {
    try store.read { transaction in
      guard let project = try transaction.project(named: ProjectName("demo-test")) else { return nil }
      return try transaction.account(email: try EmailAddress(email), project: project.id)?.password
    }
  }
}
