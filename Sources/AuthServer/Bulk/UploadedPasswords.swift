import Essentials
import IdentityToolkit

/// The passwords of an upload, hashed by another system or in plain text.
struct UploadedPasswords: Sendable {
  private let call: Call
  /// The algorithm for all hashes that do not state their own, and its parameters.
  private let common: (algorithm: PasswordAlgorithm, parameters: JSONValue)
  private let isExported: Bool

  /// - Parameter isExported: Whether the hashes come from an export, which says how they were made.
  init(_ request: BatchCreateAccounts.Request, isExported: Bool, _ call: Call) throws(ServerError) {
    (self.call, self.isExported) = (call, isExported)
    let parameters = request.hashParameters
    common = (try PasswordAlgorithm(parameters), parameters)
  }

  /// Returns the password of an account in the form to store, or nil if it has none.
  ///
  /// This is slow for plain-text passwords, because it hashes them.
  func password(of record: AccountRecord) throws -> StoredPassword? {
    if let text = record.passwordHash, !text.isEmpty {
      return try emulatorPassword(text, record.salt) ?? hashedPassword(text, record)
    }
    guard let password = record.rawPassword, !password.isEmpty else { return nil }
    return try Passwords(call: call).hashed(password)
  }

  private func hashedPassword(_ text: String, _ record: AccountRecord) throws -> StoredPassword {
    var (algorithm, parameters) = common
    if let own = record.passwordHashParameters?.hashParameters {
      do throws(ServerError) {
        (algorithm, parameters) = (try PasswordAlgorithm(own), own)
      } catch {
        throw UploadFlaw(error)
      }
    } else if isExported, algorithm == .incomplete {
      throw ServerError(.missingHashAlgorithm)
    }
    guard let hash = [UInt8](base64: text), let salt = [UInt8](base64: record.salt ?? ""),
      algorithm.accepts(hash: hash, salt: salt)
    else { throw UploadFlaw("passwordHash or salt cannot be right for the hash algorithm") }
    // If the hash is this server's own kind, the first sign-in does not need to convert it.
    if case .scrypt(let own, size: 32) = algorithm, own == call.policy.scrypt, hash.count == 32 {
      return StoredPassword(hash: hash, salt: salt, algorithm: .scrypt(own), updatedAt: call.now)
    }
    return StoredPassword(hash: hash, salt: salt, algorithm: .described(parameters.text), updatedAt: call.now)
  }

  /// Returns the password from a hash of Firebase's emulator, which contains it in plain text, or nil for other hashes.
  ///
  /// If new passwords are stored this way, it stays unchanged. Otherwise, one hash pass is enough until the first
  /// sign-in: anybody who can read the file knows the password, and a thousand scrypt hashes would take half a minute.
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
  /// The request's hash parameters as one object.
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
