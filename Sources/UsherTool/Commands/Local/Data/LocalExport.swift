import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalExport: ToolCommand, AtLocalServer {
  static let name = "local export"
  static let abstract = "Export the accounts in the form of Firebase's emulator."
  static let discussion = """
    The folder then holds what the emulator's export holds, passwords as hashes, and the secrets of authenticator \
    apps besides: only you can read it. Of sessions it holds digests, with which they go on after an import, and no \
    tokens. usher local import and usher serve --import take it back whole. Firebase's emulator imports the accounts, but nobody signs in there with such a password, and it leaves out accounts with \
    an authenticator app. Of tenants the accounts are exported, and not the settings: those can stand in a file for \
    usher local seed.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.folder, "dir", help: "The folder to write; an earlier export in it is replaced.",
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

struct LocalImport: ToolCommand, AtLocalServer {
  static let name = "local import"
  static let abstract = "Import accounts that Firebase's emulator, or this tool, exported."
  static let discussion = """
    Accounts with the same uids are replaced, and their sessions end but for those that were exported with them; \
    others stay. Where something in the folder \
    cannot be imported, nothing is, and it is named; Firebase's emulator imports the rest.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.folder, "dir", help: "The folder that was exported.", completion: .directory)
  ]
  static let examples = [Example("usher local import saved", "Take the accounts back.")]

  var folder = ""

  func report(in context: Context) throws -> Report<LocalExport.Result> {
    try context.place.destination().refuseTenant(of: "an import")
    // One request, however many accounts.
    let count = try context.service.localServer(within: context.settings.timeout).importAll(
      of: ExportFolder(path: folder))
    return Report(
      .ok, LocalExport.Result(folder: folder, users: count),
      lines: ["Accounts imported from \(folder): \(count)."], isConfirmation: true)
  }
}

extension LocalServerAdmin {
  /// How many accounts there are.
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

  /// All accounts, as they can be stored again.
  private func download() throws -> BatchCreateAccounts.Request {
    var accounts = BatchCreateAccounts.Request(users: try accounts(withSecrets: true))
    accounts.kind = "identitytoolkit#DownloadAccountResponse"
    accounts.describeHashesOnce()
    return accounts
  }

  /// How many accounts were imported.
  func importAll(of folder: ExportFolder) throws -> Int {
    let content = try folder.read()
    let uploads = content.uploads
    let flaws = try store(
      ImportAccounts.Request(uploads: uploads, config: content.config, sessions: content.sessions))
    let named = zip(uploads, flaws).flatMap { upload, flaws in
      flaws.map { content.description(of: $0, in: upload) }
    }
    guard named.isEmpty else {
      let most = 5
      let more = named.count > most ? "; and \(named.count - most) more" : ""
      throw folder.refusal("cannot import \(named.prefix(most).joined(separator: "; "))\(more)")
    }
    return content.accountCount
  }
}

extension ExportFolder.Content {
  /// Of the project and of its tenants.
  fileprivate var accountCount: Int { uploads.reduce(0) { $0 + ($1.users?.count ?? 0) } }

  /// File and record that are wrong, and why.
  fileprivate func description(
    of flaw: BatchCreateAccounts.Item, in upload: BatchCreateAccounts.Request
  ) -> String {
    var place = folder + "/" + ExportFolder.accountsFile(ofTenant: upload.tenantId)
    if let index = flaw.index, let users = upload.users, users.indices.contains(index) {
      place += " users[\(index)]" + (users[index].localId.map { " (\($0))" } ?? "")
    }
    return "\(place): \(flaw.message ?? "")"
  }
}

extension BatchCreateAccounts.Request {
  /// Says of all hashes together how they were computed, where that is the same, the server's own scrypt above all:
  /// Google's service reads it there. Accounts whose hashes are others say so themselves.
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
  fileprivate func refuseTenant(of what: String) throws(UsageError) {
    guard tenant != nil else { return }
    throw .misuse("\(what) is of a project with all of its tenants", hint: "leave the tenant out")
  }
}
