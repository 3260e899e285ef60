import IdentityToolkit

/// The passwords of an upload: hashed elsewhere, or as their users type them.
struct UploadedPasswords: Sendable {
  private let call: Call
  /// How all were hashed that do not say how themselves, and what says so.
  private let common: (algorithm: PasswordAlgorithm, parameters: JSONValue)?

  init(_ request: BatchCreateAccounts.Request, _ call: Call) throws(ServerError) {
    self.call = call
    let parameters = request.hashParameters
    common =
      try parameters["hashAlgorithm"] == nil ? nil : (PasswordAlgorithm(parameters), parameters)
  }

  /// The password of one account, as it is to be stored; nil where it has none. Slow for those that were not
  /// hashed.
  func password(of record: AccountRecord) throws -> StoredPassword? {
    if let text = record.passwordHash, !text.isEmpty {
      return try emulatorPassword(text, record.salt) ?? hashedPassword(text, record)
    }
    guard let password = record.rawPassword, !password.isEmpty else { return nil }
    return try Passwords(call).hashed(password)
  }

  private func hashedPassword(_ text: String, _ record: AccountRecord) throws -> StoredPassword {
    var (algorithm, parameters) = (common?.algorithm, common?.parameters)
    if let own = record.passwordHashParameters?.hashParameters {
      do throws(ServerError) {
        (algorithm, parameters) = (try PasswordAlgorithm(own), own)
      } catch {
        throw UploadFlaw(error)
      }
    }
    guard let algorithm, let parameters else { throw ServerError(.missingHashAlgorithm) }
    guard let hash = [UInt8](base64: text), let salt = [UInt8](base64: record.salt ?? ""),
      algorithm.accepts(hash: hash, salt: salt)
    else { throw UploadFlaw("passwordHash or salt cannot be right for the hash algorithm") }
    // Where it is this server's own, nothing has to be done at the first sign-in.
    if case .scrypt(let own, size: 32) = algorithm, own == call.policy.scrypt, hash.count == 32 {
      return StoredPassword(hash: hash, salt: salt, algorithm: .scrypt(own), updatedAt: call.now)
    }
    return StoredPassword(hash: hash, salt: salt, algorithm: .described(parameters.text), updatedAt: call.now)
  }

  /// The password in what Firebase's emulator writes for a hash, which is the password; nil for any other. It is kept
  /// as it is where new ones are.
  ///
  /// Else one pass is enough until the first sign-in: whoever can read the file knows the password, and a thousand of
  /// scrypt would take half a minute.
  private func emulatorPassword(_ text: String, _ salt: String?) throws -> StoredPassword? {
    let salt = salt ?? ""
    let prefix = StoredPassword.readablePrefix(salt: salt)
    guard text.hasPrefix(prefix) else { return nil }
    if call.policy.passwordHashing == .emulator {
      return StoredPassword(
        hash: Array(text.utf8), salt: Array(salt.utf8), algorithm: .readable, updatedAt: call.now)
    }
    return StoredPassword(
      fast: text.utf8.dropFirst(prefix.utf8.count), salt: try call.random.bytes(16), updatedAt: call.now)
  }
}

extension BatchCreateAccounts.Request {
  /// What it says of its hashes, as one object.
  fileprivate var hashParameters: JSONValue {
    var parameters: JSONValue = [:]
    parameters["hashAlgorithm"] = hashAlgorithm.map { .string($0.rawValue) }
    parameters["signerKey"] = signerKey.map { .string($0) }
    parameters["saltSeparator"] = saltSeparator.map { .string($0) }
    parameters["passwordHashOrder"] = passwordHashOrder.map { .string($0) }
    parameters["argon2Parameters"] = argon2Parameters
    let numbers = [
      ("rounds", rounds), ("memoryCost", memoryCost), ("cpuMemCost", cpuMemCost), ("blockSize", blockSize),
      ("parallelization", parallelization), ("dkLen", dkLen),
    ]
    for (name, number) in numbers { parameters[name] = number.map { .integer(Int64($0)) } }
    return parameters
  }
}
