import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct LocalSeed: ToolCommand, AtLocalServer {
  static let name = "local seed"
  static let abstract: Text = "Create users, fictional numbers and tenants from a file."
  static let discussion = """
    FILE is JSON, in the words of the Admin SDK:

      {"users": [{"uid": "kim", "email": "kim@example.com",
                  "emailVerified": true, "password": "correct horse",
                  "providerData": [{"providerId": "google.com", "uid": "1"}],
                  "factors": [{"phoneNumber": "+14155550101"}]}],
       "testPhoneNumbers": {"+16505550100": "482913"}}

    A user needs a uid. usher replaces an account with the same uid, and ends its sessions. Other accounts stay, \
    so you can use a file again and again. It holds passwords and secrets: use it for tests only.
    """
  static let manual = """
    A file with everything that it can hold:

      {"users": [
        {"uid": "kim", "email": "kim@example.com", "emailVerified": true,
         "password": "correct horse", "phoneNumber": "+14155550100",
         "displayName": "Kim", "customClaims": {"role": "tester"},
         "providerData": [{"providerId": "google.com", "uid": "1"}],
         "factors": [{"phoneNumber": "+14155550101"},
                     {"totpSecret": "JBSWY3DPEHPK3PXP"}]},
        {"uid": "mo", "disabled": true}],
       "testPhoneNumbers": {"+16505550100": "482913"},
       "tenants": [
        {"id": "acme", "displayName": "acme-inc", "allowPasswordSignup": false,
         "users": [{"uid": "lee", "email": "lee@example.com"}]}]}

    A tenant has the switches of Google's tenant object. A new tenant has everything enabled that the file does \
    not mention. Without an id, it is the tenant with that displayName. If none has it, usher creates one with a new id.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file; - is standard input.", completion: .file)
  ]
  static let examples = [Example("usher local seed users.json", "Begin each test with the same users.")]

  var file = ""

  struct Result: CommandResult {
    /// Includes the users of tenants.
    var users: Int
    var numbers: Int
    var tenants: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let seed = try Seed(
      context.world.standardInput.data(of: file), named: FileInput.name(of: file))
    let server = try context.service.localServer()
    for tenant in seed.tenants { try server.store(tenant) }
    for (number, code) in seed.numbers { try server.project.setTestPhoneNumber(number, code: code) }
    try server.store(seed.users)
    let users = seed.users.count + seed.tenants.reduce(0) { $0 + $1.users.count }
    return .done(
      Result(users: users, numbers: seed.numbers.count, tenants: seed.tenants.count),
      seed.tenants.isEmpty
        ? "Users stored: \(users); fictional numbers: \(seed.numbers.count)."
        : "Users stored: \(users); fictional numbers: \(seed.numbers.count); tenants: \(seed.tenants.count).")
  }
}

extension LocalServerAdmin {
  /// Stores the users of a seed.
  fileprivate func store(_ seeded: [AccountRecord]) throws {
    guard !seeded.isEmpty else { return }
    try refuse(try project.store(.init(users: try aged(seeded))), of: seeded, at: "")
  }

  /// Returns the users; those that exist already keep their times of creation and last sign-in.
  private func aged(_ seeded: [AccountRecord]) throws -> [AccountRecord] {
    var users = seeded
    let present = try project.accounts(withSecrets: true)
    for index in users.indices {
      guard let before = present.first(where: { $0.localId == users[index].localId }) else { continue }
      users[index].createdAt = before.createdAt
      users[index].lastLoginAt = before.lastLoginAt
    }
    return users
  }

  /// - Parameter place: The text before the UID of a user that was not stored.
  private func refuse(
    _ flaws: [BatchCreateAccounts.Item], of users: [AccountRecord], at place: String
  ) throws {
    if flaws.isEmpty { return }
    let texts = flaws.map { flaw in
      let uid = flaw.index.flatMap { users.indices.contains($0) ? users[$0].localId : nil } ?? "?"
      return "\(place)\(uid): \(flaw.message ?? "")"
    }
    throw Diagnosis(.badSeed, "not every user could be stored (\(texts.joined(separator: "; ")))")
  }

  /// Stores a tenant of a seed with its configuration and users; creates it if it does not exist.
  fileprivate func store(_ seeded: Seed.Tenant) throws {
    let id =
      try seeded.id ?? project.tenants().first { $0.displayName == seeded.displayName }?.id
      ?? project.createTenant(displayName: seeded.displayName).id
    if seeded.id != nil { try project.ensureTenant(id) }
    let server = tenant(id)
    try server.project.changeTenant(seeded.config)
    var upload = BatchCreateAccounts.Request(users: try server.aged(seeded.users))
    upload.tenantId = id
    // Unlike other requests, an import also works for a disabled tenant.
    let flaws = upload.users?.isEmpty == false ? try store(ImportAccounts.Request(uploads: [upload])) : []
    try refuse(flaws.flatMap(\.self), of: seeded.users, at: seeded.displayName + "/")
  }
}
