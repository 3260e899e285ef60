import Crypto
import Essentials
import IdentityToolkit

struct StoredPassword: Sendable, Equatable {
  enum Algorithm: Sendable, Equatable {
    /// The server's own algorithm.
    case scrypt(Scrypt.Parameters)
    /// Another algorithm, described as in an upload, in JSON.
    case described(String)
    /// No algorithm.
    ///
    /// The hash is the text that Firebase's emulator uses, which contains the password.
    ///
    /// The salt is text, too.
    case readable

    /// One pass of SHA-256 over salt and password.
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
  /// Creates a hash with one pass of SHA-256.
  init(fast password: some Sequence<UInt8>, salt: [UInt8], updatedAt: Date) {
    self.init(hash: Digest.sha256(salt + password), salt: salt, algorithm: .fast, updatedAt: updatedAt)
  }

  /// Creates the form that Firebase's emulator stores.
  init(readable password: String, salt: String, updatedAt: Date) {
    self.init(
      hash: Array((Self.readablePrefix(salt: salt) + password).utf8), salt: Array(salt.utf8),
      algorithm: .readable, updatedAt: updatedAt)
  }

  /// Returns the text that precedes the password in the emulator's form.
  static func readablePrefix(salt: String) -> String { "fakeHash:salt=\(salt):password=" }
}

extension Store {
  /// Returns whether any of the newest thousand accounts has a password that was stored in this way.
  package func hasPasswords(storedBy hashing: PasswordHashing) throws -> Bool {
    let algorithm: String? =
      switch (hashing, StoredPassword.Algorithm.fast) {
      case (.fast, .described(let text)): text
      case (.emulator, _): readable
      default: nil
      }
    return try read { transaction in
      let found: Int64? = try transaction.connection.value(
        """
        SELECT id FROM accounts WHERE id > (SELECT max(id) FROM accounts) - 1000
          AND password_hash IS NOT NULL AND password_algorithm IS ? LIMIT 1
        """, algorithm)
      return found != nil
    }
  }
}

extension Row {
  /// Exchanges the columns of an account's password.
  ///
  /// All are null if there is none.
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

/// The marker in the column that otherwise has JSON.
private let readable = "readable"

extension Scrypt.Parameters {
  /// Whether a policy can have these parameters.
  ///
  /// Larger ones could use all memory.
  fileprivate var isWithinPolicy: Bool {
    cost.nonzeroBitCount == 1 && (2...1 << 20).contains(cost) && (1...32).contains(blockSize)
      && (1...16).contains(parallelism)
  }
}
