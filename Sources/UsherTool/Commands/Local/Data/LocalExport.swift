import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalExport: ToolCommand, AtLocalServer {
  static let name = "local export"
  static let abstract = "Export the accounts in the format of Firebase's emulator."
  static let discussion = """
    The folder holds password hashes and the secrets of authenticator apps, so only you can read it. usher local \
    import and usher serve --import take it back.
    """
  static let manual = """
    The export holds no tokens. It holds digests of them, so that sessions continue after an import:

      usher local import saved

    Firebase's emulator imports the accounts, too. But nobody can sign in there with an exported password, and \
    it omits accounts with an authenticator app.

    Google's API takes accounts.json with the hash parameters in it: STANDARD_SCRYPT, which has no key. \
    firebase auth:import refuses the file, because it has members that only the API takes.

    The export includes the accounts of tenants, but not the tenants' settings. Put those into a file for usher \
    local seed.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.folder, "dir", help: "The folder to write; usher replaces an earlier export there.",
      completion: .directory)
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "DIR") + knownFromPeers }
  static let examples = [Example("usher local export saved", "Keep the accounts in a folder.")]

  var folder = ""

  struct Result: CommandResult {
    var folder: String
    var users: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    try context.place.destination().refuseTenant(of: "an export")
    let count = try context.service.localServer(within: context.settings.timeout).export(
      to: ExportFolder(path: folder))
    return Report(
      .ok, Result(folder: folder, users: count), lines: ["Accounts exported to \(folder): \(count)."],
      isConfirmation: true)
  }
}

extension LocalServerAdmin {
  /// Exports all accounts and returns their number.
  func export(to folder: ExportFolder) throws -> Int {
    var content = ExportFolder.Content(accounts: try download(), config: try emulatorConfig())
    content.sessions = try sessions()
    for tenant in try tenants() {
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
    var accounts = BatchCreateAccounts.Request(users: try accounts(withSecrets: true))
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
  func refuseTenant(of what: String) throws(UsageError) {
    guard tenant != nil else { return }
    throw .misuse("\(what) covers a project with all of its tenants", hint: "leave the tenant out")
  }
}
