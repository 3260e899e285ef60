import Essentials
import IdentityToolkit

/// A parameter of a hash algorithm: its names, and the values that the service documents.
struct HashField: Sendable {
  /// The name in the text of Firebase's console, or in its style.
  let name: String
  /// The name in the API.
  let member: String
  /// The other names, in the form of `HashParameters.Values`.
  private let others: [String]
  private let kind: Kind
  private let isRequired: Bool

  private enum Kind {
    case text
    case base64
    case number(ClosedRange<Int>)
    /// One of these words. The first of each list is the API's.
    case word([[String]])
  }

  private init(
    _ name: String, _ member: String, _ kind: Kind, others: [String] = [], isRequired: Bool = true
  ) {
    (self.name, self.member, self.kind, self.isRequired) = (name, member, kind, isRequired)
    self.others = others
  }

  static let algorithm = HashField("algorithm", "hashAlgorithm", .text, others: ["hashalgo"])

  /// Returns the parameters of an algorithm, without the members of `argon2Parameters`; nil if it is unknown.
  static func fields(of algorithm: HashAlgorithm) -> [HashField]? {
    switch algorithm {
    case .scrypt: [key, separator, rounds(1...8), memoryCost]
    case .standardScrypt:
      [
        number("mem_cost", "cpuMemCost", 1...most, others: ["memorycost"]),
        number("block_size", "blockSize", 1...most), number("parallelization", "parallelization", 1...most),
        number("dk_len", "dkLen", 1...most),
      ]
    case .hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5: [key, order]
    case .sha512, .sha256, .sha1: [rounds(1...8192), order]
    case .md5: [rounds(0...8192), order]
    case .pbkdfSHA1, .pbkdf2SHA256: [rounds(0...120_000)]
    case .bcrypt, .argon2: []
    default: nil
    }
  }

  /// The members of `argon2Parameters`.
  static let argon2 = [
    HashField(
      "hash_type", "hashType",
      .word([["ARGON2_D", "D", "ARGON2D"], ["ARGON2_I", "I", "ARGON2I"], ["ARGON2_ID", "ID", "ARGON2ID"]])),
    number("hash_length_bytes", "hashLengthBytes", 1...1024), number("parallelism", "parallelism", 1...16),
    number("iterations", "iterations", 1...16), number("memory_cost_kib", "memoryCostKib", 1...32_768),
    HashField(
      "version", "version", .word([["VERSION_13", "13"], ["VERSION_10", "10"]]), isRequired: false),
    HashField("associated_data", "associatedData", .base64, isRequired: false),
  ]

  static let memoryCost = number("mem_cost", "memoryCost", 1...14)
  static let key = HashField("base64_signer_key", "signerKey", .base64, others: ["hashkey"])
  private static let separator = HashField(
    "base64_salt_separator", "saltSeparator", .base64, isRequired: false)
  private static let order = HashField(
    "hash_input_order", "passwordHashOrder",
    .word([["SALT_AND_PASSWORD", "SALT_FIRST"], ["PASSWORD_AND_SALT", "PASSWORD_FIRST"]]), isRequired: false)
  /// The largest number that the API's 32 bits hold.
  private static let most = Int(Int32.max)

  private static func rounds(_ range: ClosedRange<Int>) -> HashField { number("rounds", "rounds", range) }

  private static func number(
    _ name: String, _ member: String, _ range: ClosedRange<Int>, others: [String] = []
  ) -> HashField {
    HashField(name, member, .number(range), others: others)
  }

  /// Returns the parameter as it was written; nil if it is missing or empty.
  func text(in values: HashParameters.Values) throws(HashParameters.Flaw) -> String? {
    let names = Set([name, member].map(HashParameters.Values.key) + others)
    let texts = Set(names.flatMap { values[$0] }.filter { !$0.isEmpty })
    guard texts.count < 2 else { throw .contradiction(name) }
    return texts.first
  }

  /// Returns the parameter as the API takes it; nil if it is missing and need not be there.
  func value(in values: HashParameters.Values) throws(HashParameters.Flaw) -> JSONValue? {
    guard let text = try text(in: values) else {
      if isRequired { throw .missing(name) }
      return nil
    }
    switch kind {
    case .text: return .string(text)
    case .base64:
      guard Base64URL.decode(anyForm: text) != nil else { throw .notBase64(name) }
      return .string(text)
    case .number(let range):
      guard let number = Int(text) else { throw .notNumber(name) }
      guard range.contains(number) else { throw .outOfRange(name, range) }
      return .integer(Int64(number))
    case .word(let words):
      let written = text.asciiUppercased()
      guard let word = words.first(where: { $0.contains { $0.hasBytes(of: written) } }) else {
        throw .unknownValue(name, allowed: words.map { $0[0] })
      }
      return .string(word[0])
    }
  }
}

extension HashParameters {
  /// The values that were read, by names without their punctuation, in lower case.
  struct Values {
    private var texts: [String: [String]] = [:]

    subscript(key: String) -> [String] { texts[key] ?? [] }

    static func key(_ name: String) -> String { name.filter { $0 != "_" && $0 != "-" }.asciiLowercased() }

    mutating func add(_ text: String, named name: String) {
      texts[Self.key(name), default: []].append(text)
    }

    /// Adds the members of an object, and of the objects in it.
    mutating func add(_ object: JSONValue) {
      for member in object.members ?? [] {
        switch member.value {
        case .object: add(member.value)
        case .string(let text): add(text, named: member.name)
        case .integer, .number: add(member.value.text, named: member.name)
        default: break
        }
      }
    }
  }
}
