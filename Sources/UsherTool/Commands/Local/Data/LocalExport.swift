import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalExport: ToolCommand, AtLocalServer {
  static let name = "local export"
  static let abstract: Text = "Export the accounts for usher, Firebase's emulator or firebase auth:import."
  static let discussion = """
    The folder holds password hashes and the secrets of authenticator apps, so only you can read it. usher local \
    import and usher serve --import take it back.

    If the name ends in .json or .csv, usher writes a file for firebase auth:import, and prints the command that \
    imports it into a project at Google.
    """
  static let manual = """
    The folder holds no tokens. It holds digests of them, so that sessions continue after an import:

      usher local import saved

    Firebase's emulator imports the accounts, too. But nobody can sign in there with an exported password, and \
    it omits accounts with an authenticator app.

    The folder includes the accounts of tenants, but not the tenants' settings. Put those into a file for usher \
    local seed.

    firebase auth:import takes less than a folder holds. The file has the accounts of the project, without \
    tenants, passkeys, authenticator apps, and OIDC and SAML providers. CSV has no second factors at all. The file \
    has one set of hash parameters, the one of most accounts. An account with other parameters has no password \
    there. usher says how many accounts lose something, and does not replace an existing file. Only firebase-tools \
    after 15.22.3 reads second factors, and providers other than Google, Facebook, X and GitHub.

      usher local export accounts.json

    With firebase auth:import, the users sign in with their passwords. If the passwords came from a project with \
    a hash key, put this key in the place of KEY.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.folder, "path",
      help: "The folder to write, replacing an earlier export there; or a new .json or .csv file.",
      completion: .file)
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "PATH") + knownFromPeers }
  static let examples = [
    Example("usher local export saved", "Keep the accounts in a folder."),
    Example("usher local export accounts.json", "Write a file for a project at Google."),
  ]

  var folder = ""

  struct Result: CommandResult {
    /// The written folder or file; the other is nil.
    var folder: String?
    var file: String?
    var users: Int
    /// The words of the command that imports the file.
    var importCommand: [String]?
    var losses = AccountLosses()
  }

  func report(in context: Context) throws -> Report<Result> {
    try context.place.destination().refuseTenant(of: Text("an export"))
    let server = try context.service.localServer(within: context.settings.timeout)
    if NewAccountFile.isName(folder) { return try report(of: server) }
    let count = try server.export(to: ExportFolder(path: folder))
    return .done(Result(folder: folder, users: count), "Accounts exported to \(folder): \(count).")
  }

  private func report(of server: LocalServerAdmin) throws -> Report<Result> {
    let file = try NewSecretFile(creating: folder)
    let accounts: [AccountRecord]
    let tenants: Int
    do {
      accounts = try server.project.accounts(withSecrets: true)
      tenants = try server.project.tenants().count
    } catch {
      file.abandon()
      throw error
    }
    let content = NewAccountFile(accounts, named: folder)
    try file.finish(with: content.text.utf8)
    let command = content.importCommand(for: folder)
    return .done(
      Result(
        file: folder, users: accounts.count, importCommand: command, losses: content.losses(tenants: tenants)),
      "Accounts exported to \(folder): \(accounts.count).", "Import them into a project:",
      Text(verbatim: "  " + command.shellLine), notes: content.omissions(tenants: tenants))
  }
}

extension LocalServerAdmin {
  /// Exports all accounts and returns their number.
  func export(to folder: ExportFolder) throws -> Int {
    var content = ExportFolder.Content(accounts: try download(), config: try emulatorConfig())
    content.sessions = try sessions()
    for tenant in try project.tenants() {
      let server = self.tenant(tenant.id)
      content.tenants.append((tenant.id, try server.download()))
      content.sessions += try server.sessions().map { sessions in
        var sessions = sessions
        sessions.tenantId = tenant.id
        return sessions
      }
    }
    try folder.write(content)
    return content.accountCount
  }

  /// Returns all accounts in a form that can be imported again.
  private func download() throws -> BatchCreateAccounts.Request {
    var accounts = BatchCreateAccounts.Request(users: try project.accounts(withSecrets: true))
    accounts.kind = "identitytoolkit#DownloadAccountResponse"
    accounts.describeHashesOnce()
    return accounts
  }
}

extension ExportFolder.Content {
  /// The number of accounts in the project and its tenants.
  var accountCount: Int { uploads.reduce(0) { $0 + ($1.users?.count ?? 0) } }
}

extension BatchCreateAccounts.Request {
  /// Moves hash parameters that accounts share to the top, where Google's service reads them.
  ///
  /// It prefers the server's own scrypt. Accounts with other parameters keep theirs.
  fileprivate mutating func describeHashesOnce() {
    let standard = JSONValue.string(HashAlgorithm.standardScrypt.rawValue)
    let all = (users ?? []).lazy.compactMap(\.passwordHashParameters)
    guard
      let common = all.first(where: { $0["hashAlgorithm"] == standard })
        ?? all.first(where: { $0["hashAlgorithm"] != nil }), let users,
      var described = try? JSONReader.plain.read(Self.self, from: Data(common.text.utf8))
    else { return }
    (described.kind, described.users) = (kind, users)
    self = described
    for index in users.indices where users[index].passwordHashParameters == common {
      self.users?[index].passwordHashParameters = nil
    }
  }
}

extension Destination {
  func refuseTenant(of what: Text) throws(UsageError) {
    guard tenant != nil else { return }
    throw .misuse("\(what) covers a project with all of its tenants", hint: "leave the tenant out")
  }
}
