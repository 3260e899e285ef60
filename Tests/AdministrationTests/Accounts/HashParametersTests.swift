import Essentials
import IdentityToolkit
import Testing

@testable import Administration

struct HashParametersTests {
  /// The text of each algorithm, in the console's style, and what the API gets.
  static let all: [(text: String, members: JSONValue)] =
    [
      (
        """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: c2VjcmV0,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }

        """,
        [
          "hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "saltSeparator": "Bw==", "rounds": 8,
          "memoryCost": 14,
        ]
      ),
      (
        """
        hash_config {
          algorithm: STANDARD_SCRYPT,
          mem_cost: 16384,
          block_size: 8,
          parallelization: 1,
          dk_len: 32,
        }

        """,
        [
          "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 16384, "blockSize": 8, "parallelization": 1,
          "dkLen": 32,
        ]
      ),
      (
        """
        hash_config {
          algorithm: ARGON2,
          hash_type: ARGON2_ID,
          hash_length_bytes: 32,
          parallelism: 2,
          iterations: 3,
          memory_cost_kib: 1024,
          version: VERSION_13,
          associated_data: YQ==,
        }

        """,
        [
          "hashAlgorithm": "ARGON2",
          "argon2Parameters": [
            "hashType": "ARGON2_ID", "hashLengthBytes": 32, "parallelism": 2, "iterations": 3,
            "memoryCostKib": 1024, "version": "VERSION_13", "associatedData": "YQ==",
          ],
        ]
      ),
      ("hash_config {\n  algorithm: BCRYPT,\n}\n", ["hashAlgorithm": "BCRYPT"]),
    ]
    + ["HMAC_SHA512", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5"].map { name in
      (
        """
        hash_config {
          algorithm: \(name),
          base64_signer_key: c2VjcmV0,
          hash_input_order: SALT_AND_PASSWORD,
        }

        """,
        [
          "hashAlgorithm": .string(name), "signerKey": "c2VjcmV0", "passwordHashOrder": "SALT_AND_PASSWORD",
        ]
      )
    }
    + ["SHA512", "SHA256", "SHA1", "MD5"].map { name in
      (
        """
        hash_config {
          algorithm: \(name),
          rounds: 1,
          hash_input_order: PASSWORD_AND_SALT,
        }

        """,
        ["hashAlgorithm": .string(name), "rounds": 1, "passwordHashOrder": "PASSWORD_AND_SALT"]
      )
    }
    + ["PBKDF_SHA1", "PBKDF2_SHA256"].map { name in
      (
        "hash_config {\n  algorithm: \(name),\n  rounds: 120000,\n}\n",
        ["hashAlgorithm": .string(name), "rounds": 120_000]
      )
    }

  @Test(arguments: all) func everyAlgorithmIsReadAndWritten(text: String, members: JSONValue) throws {
    let parameters = try HashParameters(text)
    #expect(parameters.members == members)
    #expect(parameters.text == text)
    #expect(try HashParameters(members) == parameters)
    var upload = BatchCreateAccounts.Request(users: nil)
    #expect(try upload.hashParameters == nil)
    upload.describeHashes(with: parameters)
    #expect(try upload.hashParameters == parameters)
    let sent = try JSONEncoder().encode(upload)
    #expect(try JSONReader.plain.read(JSONValue.self, from: sent) == JSONValue(json: members.text))
  }

  @Test(arguments: [
    #"{"algorithm":"SCRYPT","base64_signer_key":"a/b+cw==","base64_salt_separator":"","rounds":8,"mem_cost":14}"#,
    #"{"hash_config": {"algorithm": "scrypt", "signerKey": "a/b+cw==", "rounds": "8", "memoryCost": "14"}}"#,
    "hash-algo: SCRYPT\nhash-key: a/b+cw==\nrounds: 8\nmem-cost: 14",
    // As guides print them, without the algorithm.
    "base64_signer_key: a/b+cw==\nbase64_salt_separator:\nrounds: 8\nmem_cost: 14",
    "algorithm: 'SCRYPT', hash_key: \"a/b+cw==\", rounds: 8, rounds: 8, mem_cost: 14, other: 1",
  ])
  func theNamesOfTheConsoleAndOfFirebasesToolAreKnown(text: String) throws {
    let expected: JSONValue = [
      "hashAlgorithm": "SCRYPT", "signerKey": "a/b+cw==", "rounds": 8, "memoryCost": 14,
    ]
    #expect(try HashParameters(text).members == expected)
  }

  @Test func otherWordsForTheSameValueAreKnown() throws {
    let text = "algorithm: MD5, rounds: 0, hash_input_order: salt_first"
    #expect(
      try HashParameters(text).members
        == ["hashAlgorithm": "MD5", "rounds": 0, "passwordHashOrder": "SALT_AND_PASSWORD"])
    let argon2 = """
      algorithm: ARGON2, hash_type: argon2id, hash_length_bytes: 16, parallelism: 1, iterations: 1,
      memory_cost_kib: 8, version: 13
      """
    #expect(
      try HashParameters(argon2).members["argon2Parameters"]
        == [
          "hashType": "ARGON2_ID", "hashLengthBytes": 16, "parallelism": 1, "iterations": 1,
          "memoryCostKib": 8, "version": "VERSION_13",
        ])
  }

  /// What `project config` shows becomes what the console shows.
  @Test func theConfigurationOfAProjectIsRead() throws {
    let config: JSONValue = [
      "algorithm": "SCRYPT", "signerKey": "c2VjcmV0", "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
    ]
    #expect(try HashParameters(config).text == Self.all[0].text)
  }

  @Test(
    arguments: [
      ("", .missing("algorithm")), ("nothing", .missing("algorithm")),
      ("algorithm: ROT13", .unknownAlgorithm),
      ("algorithm: SCRYPT, rounds: 8, mem_cost: 14", .missing("base64_signer_key")),
      ("algorithm: SCRYPT, hash_key: s?cret, rounds: 8, mem_cost: 14", .notBase64("base64_signer_key")),
      ("algorithm: SCRYPT, hash_key: c2Vj, rounds: 9, mem_cost: 14", .outOfRange("rounds", 1...8)),
      ("algorithm: SCRYPT, hash_key: c2Vj, rounds: 8, mem_cost: 0", .outOfRange("mem_cost", 1...14)),
      ("algorithm: SCRYPT, hash_key: c2Vj, rounds: many, mem_cost: 0", .notNumber("rounds")),
      ("algorithm: SCRYPT, hash_key: c2Vj, rounds: 8, mem_cost:", .missing("mem_cost")),
      ("algorithm: SCRYPT, hash_key: c2Vj, signerKey: c2Vk, rounds: 8", .contradiction("base64_signer_key")),
      ("algorithm: STANDARD_SCRYPT, mem_cost: 2, block_size: 8, dk_len: 1", .missing("parallelization")),
      ("algorithm: STANDARD_SCRYPT, mem_cost: 2147483648", .outOfRange("mem_cost", 1...2_147_483_647)),
      ("algorithm: HMAC_SHA256", .missing("base64_signer_key")),
      ("algorithm: SHA1", .missing("rounds")),
      ("algorithm: SHA1, rounds: 0", .outOfRange("rounds", 1...8192)),
      ("algorithm: PBKDF2_SHA256, rounds: 120001", .outOfRange("rounds", 0...120_000)),
      (
        "algorithm: MD5, rounds: 1, hash_input_order: both",
        .unknownValue("hash_input_order", allowed: ["SALT_AND_PASSWORD", "PASSWORD_AND_SALT"])
      ),
      ("algorithm: ARGON2", .missing("hash_type")),
      (
        "algorithm: ARGON2, hash_type: ARGON2_X",
        .unknownValue("hash_type", allowed: ["ARGON2_D", "ARGON2_I", "ARGON2_ID"])
      ),
      ("algorithm: ARGON2, hash_type: d, hash_length_bytes: 4", .missing("parallelism")),
    ] as [(String, HashParameters.Flaw)])
  func whatAnAlgorithmNeedsIsChecked(text: String, flaw: HashParameters.Flaw) {
    #expect(throws: flaw) { try HashParameters(text) }
  }

  @Test func theKeyIsNeverShown() throws {
    let parameters = try HashParameters(Self.all[0].text)
    var dumped = ""
    dump([parameters], to: &dumped)
    for text in ["\(parameters)", String(reflecting: parameters), dumped] {
      #expect(text.contains("SCRYPT") && !text.contains("c2VjcmV0"), "\(text)")
    }
  }
}
