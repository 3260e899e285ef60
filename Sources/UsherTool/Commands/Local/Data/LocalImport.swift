import Administration
import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

struct LocalImport: ToolCommand, AtLocalServer {
  static let name = "local import"
  static let abstract: Text = "Import accounts that usher, Firebase's emulator or firebase auth:export wrote."
  static let discussion = """
    usher replaces accounts with the same uids. Their sessions end, except those in the export; other accounts \
    stay. If usher cannot import everything, it imports nothing and says why. A file of firebase auth:export is JSON \
    or CSV.

    Users of a project sign in with their own passwords if usher knows the project's hash parameters. Without them, \
    the accounts have no passwords. Save the \
    text that the Firebase console shows under Authentication > Users > Password hash parameters. The file holds \
    the key of all password hashes: keep it secret.
    """
  static let manual = """
    From a project at Google:

      firebase auth:export users.json
      usher local import users.json --hash-parameters hash.txt

    The text has this form:

      hash_config {
        algorithm: SCRYPT,
        base64_signer_key: KEY,
        base64_salt_separator: Bw==,
        rounds: 8,
        mem_cost: 14,
      }
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.path, "path", help: "The folder that was exported, or the file of firebase auth:export.",
      completion: .secretFile),
    .option(
      \.parameters, "hash-parameters", value: "FILE",
      help: "The file with the project's password hash parameters; - is standard input.",
      completion: .secretFile),
  ]
  static let examples = [Example("usher local import saved", "Take the accounts back.")]

  var path = ""
  var parameters: String?

  struct Result: CommandResult {
    var path: String
    var users: Int
    var losses: AccountLosses
  }

  func report(in context: Context) throws -> Report<Result> {
    try context.place.destination().refuseTenant(of: Text("an import"))
    let accounts = try AccountFile(path: path)
    if accounts == nil, parameters != nil {
      throw UsageError.misuse("--hash-parameters is for a file of firebase auth:export, and this is a folder")
    }
    let hashes = try parameters.map { try HashParametersFile.read($0, context.world.standardInput) }
    let upload = accounts?.upload(hashedWith: hashes)
    // The import is one request for all accounts, so it gets the command's whole time limit.
    let server = try context.service.localServer(within: context.settings.timeout)
    let count =
      try upload.map { try server.importAll(of: $0.request, in: path) }
      ?? server.importAll(of: ExportFolder(path: path))
    return .done(
      Result(path: path, users: count, losses: upload?.losses ?? AccountLosses()),
      "Accounts imported from \(path): \(count).", notes: upload?.notes ?? [])
  }
}

extension LocalServerAdmin {
  /// Imports all accounts and returns their number.
  func importAll(of folder: ExportFolder) throws -> Int {
    let content = try folder.read()
    let uploads = content.uploads
    let flaws = try store(
      ImportAccounts.Request(uploads: uploads, config: content.config, sessions: content.sessions))
    let named = zip(uploads, flaws).flatMap { upload, flaws in
      let file = content.folder + "/" + ExportFolder.accountsFile(ofTenant: upload.tenantId)
      return flaws.map { $0.description(in: upload, of: file) }
    }
    if let message = named.asRefusal { throw folder.refusal(message) }
    return content.accountCount
  }

  /// Imports the accounts of a file and returns their number.
  fileprivate func importAll(of upload: BatchCreateAccounts.Request, in file: String) throws -> Int {
    let flaws = try store(ImportAccounts.Request(uploads: [upload])).flatMap(\.self)
    if let message = flaws.map({ $0.description(in: upload, of: file) }).asRefusal {
      throw Diagnosis(.badExport, message)
    }
    return upload.users?.count ?? 0
  }
}

extension [String] {
  /// The message about these errors; nil if there are none.
  fileprivate var asRefusal: Text? {
    guard !isEmpty else { return nil }
    let most = 5
    let shown = prefix(most).joined(separator: "; ")
    return count > most ? "cannot import \(shown); and \(count - most) more" : "cannot import \(shown)"
  }
}

extension BatchCreateAccounts.Item {
  /// Returns the file, the record and the reason of an error.
  fileprivate func description(in upload: BatchCreateAccounts.Request, of file: String) -> String {
    var place = file
    if let index, let users = upload.users, users.indices.contains(index) {
      place += " users[\(index)]" + (users[index].localId.map { " (\($0))" } ?? "")
    }
    return "\(place): \(message ?? "")"
  }
}

/// A file with accounts, in a format of `firebase auth:export`, for an import in one request.
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
      if case .unreadable(let error) = error, [ENOENT, EISDIR].contains(error.code) { return nil }
      throw Diagnosis(error, importing: path)
    }
    guard accounts.users?.isEmpty == false else { throw Diagnosis(.noUsers, importing: path) }
    self.path = path
  }

  /// Returns the upload of the accounts, and what it does not have.
  ///
  /// - Parameter parameters: How the passwords were hashed; nil if the file has no hashes, or says so itself.
  func upload(
    hashedWith parameters: HashParameters?
  ) -> (request: BatchCreateAccounts.Request, losses: AccountLosses, notes: [Text]) {
    var upload = accounts
    if let parameters { upload.describeHashes(with: parameters) }
    let isExplained = upload.hashAlgorithm != nil
    var (hidden, unexplained) = (0, 0)
    upload.users = accounts.users?.map { user in
      guard user.hasUnexplainedHash, user.hasRedactedHash || !isExplained else { return user }
      if user.hasRedactedHash { hidden += 1 } else { unexplained += 1 }
      var user = user
      (user.passwordHash, user.salt) = (nil, nil)
      return user
    }
    let kinds: [(Text, Int)] = [
      ("Accounts without their password, because the caller may not see the hashes", hidden),
      (.withoutHashParameters, unexplained),
    ]
    return (
      upload, AccountLosses(passwords: hidden + unexplained), kinds.compactMap { Text(counted: $0, $1) }
    )
  }
}

extension Text {
  /// The kind of accounts that a local server takes without their password.
  static let withoutHashParameters: Text =
    "Accounts without their password, because --hash-parameters is missing"
}
