import AccountFiles
import CommandKit
import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

/// A file with accounts, in the format of `firebase auth:export`, for an import in one request.
struct AccountFile {
  private let path: String
  private let accounts: BatchCreateAccounts.Request
  /// Enough for a million accounts.
  private static let sizeLimit = 1 << 30

  /// Reads the file; nil if `path` is a folder or does not exist.
  init?(path: String) throws(Diagnosis) {
    do throws(AccountFileError) {
      let reader = try AccountReader(path)
      guard reader.size <= Self.sizeLimit else { throw .unreadable(Errno(code: EFBIG)) }
      var accounts = reader.upload
      accounts.users = try reader.records()
      (accounts.tenantId, accounts.targetProjectId) = (nil, nil)
      self.accounts = accounts
    } catch {
      guard case .unreadable(let error) = error else {
        throw Self.refusal("\(path) is not what firebase auth:export writes")
      }
      if [ENOENT, EISDIR].contains(error.code) { return nil }
      throw Self.refusal("cannot read \(path) (\(error.reason))")
    }
    guard accounts.users?.isEmpty == false else { throw Self.refusal("\(path) has no users") }
    self.path = path
  }

  /// Returns the upload of the accounts.
  ///
  /// - Parameter parameters: How the passwords were hashed; nil if the file has no hashes, or says so itself.
  func upload(hashedWith parameters: HashParameters?) throws -> BatchCreateAccounts.Request {
    var upload = accounts
    if let parameters {
      upload.describeHashes(with: parameters)
    } else if upload.hashAlgorithm == nil, upload.users?.contains(where: \.hasUnexplainedHash) == true {
      throw UsageError.misuse(
        "\(path) has password hashes, so --hash-parameters is missing", hint: .hashParameters)
    }
    return upload
  }

  private static func refusal(_ message: Text) -> Diagnosis {
    Diagnosis(.badExport, message, retry: .newInput)
  }
}
