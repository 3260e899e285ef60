import Crypto
import Essentials
import IdentityToolkit

/// A password as the store keeps it.
struct StoredPassword: Sendable, Equatable {
  enum Algorithm: Sendable, Equatable {
    /// The server's own.
    case scrypt(Scrypt.Parameters)
    /// Any other, as an upload describes it, JSON.
    case described(String)
    /// None: the hash is the text that Firebase's emulator writes for one, which holds the password, and the salt is
    /// text, too.
    case readable

    /// SHA-256 of salt and password, once.
    static let fast = described(fastParameters.text)
    private static let fastParameters: JSONValue = [
      "hashAlgorithm": .string(HashAlgorithm.sha256.rawValue), "rounds": 1,
    ]
  }

  var hash: [UInt8]
  var salt: [UInt8]
  var algorithm: Algorithm
  var updatedAt: Date
}

extension StoredPassword {
  /// The password's hash by one pass of SHA-256.
  init(fast password: some Sequence<UInt8>, salt: [UInt8], updatedAt: Date) {
    self.init(hash: Digest.sha256(salt + password), salt: salt, algorithm: .fast, updatedAt: updatedAt)
  }

  /// The password as Firebase's emulator keeps it.
  init(readable password: String, salt: String, updatedAt: Date) {
    self.init(
      hash: Array((Self.readablePrefix(salt: salt) + password).utf8), salt: Array(salt.utf8),
      algorithm: .readable, updatedAt: updatedAt)
  }

  /// What a text of Firebase's emulator begins with, before the password.
  static func readablePrefix(salt: String) -> String { "fakeHash:salt=\(salt):password=" }
}

extension Row {
  /// The columns of an account's password: null in all where it has none.
  mutating func password(_ password: inout StoredPassword?) throws(StorageFailure) {
    var (hash, salt, updatedAt) = (password?.hash, password?.salt, password?.updatedAt)
    var (cost, blockSize, parallelism): (Int?, Int?, Int?)
    var algorithm: String?
    switch password?.algorithm {
    case .scrypt(let parameters):
      (cost, blockSize, parallelism) = (parameters.cost, parameters.blockSize, parameters.parallelism)
    case .described(let text): algorithm = text
    case .readable: algorithm = readable
    case nil: break
    }
    try column("password_hash", &hash)
    try column("password_salt", &salt)
    try column("password_cost", &cost)
    try column("password_block_size", &blockSize)
    try column("password_parallelism", &parallelism)
    try column("password_updated_at", &updatedAt)
    try column("password_algorithm", &algorithm)
    password = nil
    guard let hash else { return }
    if let salt, let algorithm, let updatedAt {
      password = StoredPassword(
        hash: hash, salt: salt, algorithm: algorithm == readable ? .readable : .described(algorithm),
        updatedAt: updatedAt)
    } else if let salt, let cost, let blockSize, let parallelism, let updatedAt {
      let parameters = Scrypt.Parameters(cost: cost, blockSize: blockSize, parallelism: parallelism)
      try check(parameters.isWithinPolicy, "password_cost")
      password = StoredPassword(
        hash: hash, salt: salt, algorithm: .scrypt(parameters), updatedAt: updatedAt)
    }
    try check(password != nil, "password_cost")
  }
}

/// In the column that has JSON for other algorithms.
private let readable = "readable"

extension Scrypt.Parameters {
  /// Whether a policy can ask for them. More could take all memory there is.
  fileprivate var isWithinPolicy: Bool {
    cost.nonzeroBitCount == 1 && (2...1 << 20).contains(cost) && (1...32).contains(blockSize)
      && (1...16).contains(parallelism)
  }
}
