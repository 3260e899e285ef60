import Crypto
import Essentials
import IdentityToolkit

extension PasswordAlgorithm {
  /// Reads the algorithm of an upload, with the names of `accounts:batchCreate`.
  ///
  /// The limits are Google's where it has one. A hash must not use all memory or take minutes at a sign-in. As Google's
  /// service does, this takes a hash without an algorithm or key, with which nobody can sign in.
  init(_ parameters: JSONValue) throws(ServerError) {
    guard let name = parameters["hashAlgorithm"]?.string, !name.isEmpty else {
      self = .incomplete
      return
    }
    switch HashAlgorithm(rawValue: name) {
    case .scrypt:
      self = .firebaseScrypt(
        signerKey: try parameters.bytes("signerKey"), saltSeparator: try parameters.bytes("saltSeparator"),
        rounds: try parameters.number("rounds", in: 1...8, else: .invalidHashRounds),
        memoryCost: try parameters.number("memoryCost", in: 1...14, else: .invalidHashMemoryCosts))
    case .standardScrypt: self = try Self.standardScrypt(parameters)
    case .hmacSHA512: self = try .hmac(.sha512, parameters)
    case .hmacSHA256: self = try .hmac(.sha256, parameters)
    case .hmacSHA1: self = try .hmac(.sha1, parameters)
    case .hmacMD5: self = try .hmac(.md5, parameters)
    case .sha512: self = try .digest(.sha512, parameters)
    case .sha256: self = try .digest(.sha256, parameters)
    case .sha1: self = try .digest(.sha1, parameters)
    case .md5: self = .md5(rounds: try parameters.digestRounds())
    case .pbkdfSHA1: self = .pbkdf2(.sha1, rounds: try parameters.keyRounds())
    case .pbkdf2SHA256: self = .pbkdf2(.sha256, rounds: try parameters.keyRounds())
    case .bcrypt: self = .bcrypt
    case .argon2: self = .argon2(try .init(parameters["argon2Parameters"] ?? [:]))
    default: throw ServerError(.invalidHashAlgorithm)
    }
  }

  /// Returns whether this algorithm can have produced the hash, and can check it within about a second.
  func accepts(hash: [UInt8], salt: [UInt8]) -> Bool {
    guard (1...1024).contains(hash.count), salt.count <= 1024 else { return false }
    switch self {
    case .pbkdf2: return hash.count <= 128
    case .bcrypt:
      return Bcrypt.cost(of: String(decoding: hash, as: UTF8.self)).map((4...14).contains) ?? false
    default: return true
    }
  }

  private static func standardScrypt(_ parameters: JSONValue) throws(ServerError) -> PasswordAlgorithm {
    let cost = try parameters.number("cpuMemCost", in: 2...1 << 20, else: .invalidHashParameter)
    let blockSize = try parameters.number("blockSize", in: 1...32, else: .invalidHashParameter)
    let parallelism = try parameters.number("parallelization", in: 1...16, else: .invalidHashParameter)
    // 64 MB, and thirty times the work of the server's own hashes.
    guard cost.nonzeroBitCount == 1, cost * blockSize <= 1 << 19, cost * blockSize * parallelism <= 1 << 22
    else { throw ServerError(.invalidHashParameter) }
    return .scrypt(
      .init(cost: cost, blockSize: blockSize, parallelism: parallelism),
      size: try parameters.number("dkLen", in: 1...1024, else: .invalidHashParameter))
  }

  private static func hmac(
    _ digest: Digest.Algorithm, _ parameters: JSONValue
  ) throws(ServerError) -> PasswordAlgorithm {
    let key = try parameters.bytes("signerKey")
    if key.isEmpty {
      // The service takes it of this algorithm alone.
      guard digest == .sha512 else { throw ServerError(.emptyHashKey) }
      return .incomplete
    }
    return .hmac(digest, key: key, saltFirst: parameters.isSaltFirst(unlessGiven: false))
  }

  private static func digest(
    _ digest: Digest.Algorithm, _ parameters: JSONValue
  ) throws(ServerError) -> PasswordAlgorithm {
    .digest(
      digest, rounds: try parameters.digestRounds(), saltFirst: parameters.isSaltFirst(unlessGiven: true))
  }
}

extension JSONValue {
  /// The members that describe an upload's hashes, without the others.
  var hashParameters: JSONValue {
    let names = [
      "hashAlgorithm", "signerKey", "saltSeparator", "rounds", "memoryCost", "cpuMemCost", "blockSize",
      "parallelization", "dkLen", "passwordHashOrder", "argon2Parameters",
    ]
    return .object((members ?? []).filter { names.contains($0.name) })
  }

  fileprivate func number(
    _ name: String, in range: ClosedRange<Int>, else code: ServerErrorCode
  ) throws(ServerError) -> Int {
    guard let number = self[name]?.integer.flatMap({ Int(exactly: $0) }), range.contains(number)
    else { throw ServerError(code) }
    return number
  }

  fileprivate func digestRounds() throws(ServerError) -> Int {
    self["rounds"] == nil ? 0 : try number("rounds", in: 0...8192, else: .invalidHashRounds)
  }

  fileprivate func keyRounds() throws(ServerError) -> Int {
    try number("rounds", in: 1...120_000, else: .invalidHashRounds)
  }

  fileprivate func bytes(_ name: String) throws(ServerError) -> [UInt8] {
    guard let value = self[name] else { return [] }
    guard let bytes = value.string.flatMap([UInt8].init(base64:)), bytes.count <= 4096
    else { throw ServerError(.invalidHashParameter) }
    return bytes
  }

  fileprivate func isSaltFirst(unlessGiven usual: Bool) -> Bool {
    switch self["passwordHashOrder"]?.string {
    case "SALT_AND_PASSWORD": true
    case "PASSWORD_AND_SALT": false
    default: usual
    }
  }
}

extension Argon2.Parameters {
  /// Reads the parameters of an upload, in the order in which the service checks them.
  ///
  /// The limits are the documented ones, but for shorter hashes, which the service takes.
  fileprivate init(_ parameters: JSONValue) throws(ServerError) {
    let memory = try parameters.number("memoryCostKib", in: 1...32_768, else: .invalidArgon2MemoryCost)
    let iterations = try parameters.number("iterations", in: 1...16, else: .invalidArgon2Iterations)
    let parallelism = try parameters.number("parallelism", in: 1...16, else: .invalidArgon2Parallelism)
    let size = try parameters.number("hashLengthBytes", in: 1...1024, else: .invalidHashParameter)
    let kind: Argon2.Kind
    switch parameters["hashType"]?.string {
    case "ARGON2_D": kind = .d
    case "ARGON2_I": kind = .i
    case "ARGON2_ID": kind = .id
    default: throw ServerError(.invalidArgon2HashType)
    }
    self.init(
      kind, iterations: iterations, memory: memory, parallelism: parallelism, size: size,
      associatedData: try parameters.bytes("associatedData"), isOld: parameters["version"] == "VERSION_10")
  }
}

extension [UInt8] {
  /// Decodes base64 as it appears in JSON: in either alphabet, with or without padding.
  init?(base64 text: String) {
    var text = text
    while text.utf8.last == UInt8(ascii: "=") { text.removeLast() }
    let digits = text.utf8.map { digit in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: digit
      }
    }
    guard let bytes = Base64URL.decode(String(decoding: digits, as: UTF8.self)) else { return nil }
    self = bytes
  }
}
