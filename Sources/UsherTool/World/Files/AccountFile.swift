import CommandKit
import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

/// A file with accounts, in the format of `firebase auth:export`.
struct AccountFile {
  private let path: String
  private let users: [AccountRecord]
  private let accounts: BatchCreateAccounts.Request
  /// Enough for a million accounts.
  private static let sizeLimit = 1 << 30

  /// Reads the file; nil if `path` is a folder or does not exist.
  init?(path: String) throws(Diagnosis) {
    let data: Data
    do throws(Errno) {
      guard let file = try Descriptor.existing(path, O_RDONLY) else { return nil }
      let status = try file.status()
      if status.st_mode & S_IFMT == S_IFDIR { return nil }
      // Reading a device fails by itself, but reading a FIFO would block.
      guard status.st_mode & S_IFMT == S_IFREG else { throw Errno(code: EINVAL) }
      guard status.st_size <= Self.sizeLimit else { throw Errno(code: EFBIG) }
      data = try file.read(limit: Self.sizeLimit)
    } catch {
      throw Self.refusal("cannot read \(path) (\(error.reason))")
    }
    do throws(JSONReader.Problem) {
      accounts = try JSONReader.plain.read(BatchCreateAccounts.Request.self, from: data)
      let times = try JSONReader.plain.read(SignInTimes.self, from: data).users ?? []
      users = zip(accounts.users ?? [], times).map { user, time in
        var user = user
        user.lastLoginAt = user.lastLoginAt ?? time.lastSignedInAt
        return user
      }
    } catch {
      throw Self.refusal("\(path) is not what firebase auth:export writes")
    }
    guard !users.isEmpty else { throw Self.refusal("\(path) has no users") }
    self.path = path
  }

  /// Returns the upload of the accounts.
  ///
  /// - Parameter parameters: How the passwords were hashed; nil if the file has no hashes, or says so itself.
  func upload(hashedWith parameters: HashParameters?) throws -> BatchCreateAccounts.Request {
    var upload = accounts
    upload.users = users
    (upload.tenantId, upload.targetProjectId) = (nil, nil)
    if let parameters {
      upload.hashAlgorithm = .scrypt
      (upload.signerKey, upload.saltSeparator) = (parameters.signerKey, parameters.saltSeparator)
      (upload.rounds, upload.memoryCost) = (parameters.rounds, parameters.memoryCost)
    } else if upload.hashAlgorithm == nil, users.contains(where: \.hasUnexplainedHash) {
      throw UsageError.misuse(
        "\(path) has password hashes, so --hash-parameters is missing",
        hint: HashParameters.source)
    }
    return upload
  }

  private static func refusal(_ message: String) -> Diagnosis {
    Diagnosis(.badExport, message, retry: .newInput)
  }
}

/// The member that `firebase auth:export` renames.
private struct SignInTimes: Decodable {
  var users: [User]?

  struct User: Decodable {
    var lastSignedInAt: DecimalText?
  }
}

extension AccountRecord {
  /// Whether nothing says how the password was hashed. The hashes of Firebase's emulator contain the password.
  fileprivate var hasUnexplainedHash: Bool {
    guard let passwordHash, !passwordHash.isEmpty else { return false }
    return passwordHashParameters == nil && !passwordHash.hasPrefix("fakeHash:")
  }
}
