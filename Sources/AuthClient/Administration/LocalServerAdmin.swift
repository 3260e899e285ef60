package import Essentials
import HTTP
package import IdentityToolkit

/// Looks into and steers a local server: the embedded one, a running `serve`, or Firebase's emulator as far
/// as it has the routes. Where the backend has a tenant, it is that tenant's messages, settings and accounts.
package struct LocalServerAdmin {
  let backend: Backend
  /// The admin routes' bearer; `owner` unless the server was given another.
  let owner: String

  package init(backend: Backend, owner: String = "owner") {
    self.backend = backend
    self.owner = owner
  }

  /// The messages that were "sent", oldest first, to `recipient` or to anybody.
  ///
  /// Firebase's emulator shows only codes nobody has used: they become messages without a text of their own
  /// and without a time.
  package func messages(to recipient: String? = nil) throws(AuthFailure) -> [OutboxMessage] {
    do {
      return try call(Outbox.self, .init(to: recipient)).messages
    } catch  where error.isUnknownRoute {
      let codes = try call(VerificationCodes.self, .init(phoneNumber: recipient))
      return codes.verificationCodes
        .filter { recipient == nil || $0.phoneNumber == recipient }
        .map {
          OutboxMessage(kind: "sms", to: $0.phoneNumber, code: $0.code, text: $0.code, sentAt: "")
        }
    }
  }

  /// What the service publishes at `route`, its keys say.
  package func document(_ route: RPCRoute) throws(AuthFailure) -> Data {
    try backend.document(route).body
  }

  /// The configuration of the project, or of the tenant, as the admin API shows it, with what is off.
  package func projectConfig() throws(AuthFailure) -> JSONValue {
    let query = [QueryItem("defaults", "true")]
    return try isTenants
      ? call(GetTenant.self, .init(), query: query) : call(GetProjectConfig.self, .init(), query: query)
  }

  /// Replaces the part of the configuration at `path`; nil removes it.
  package func updateProjectConfig(_ path: String, to value: JSONValue?) throws(AuthFailure) {
    let config = path.split(separator: ".").reversed().reduce(value) { inner, name in
      .object(inner.map { [.init(String(name), $0)] } ?? [])
    }
    let mask = [QueryItem("updateMask", path)]
    _ =
      try isTenants
      ? call(UpdateTenant.self, config ?? [:], query: mask)
      : call(UpdateProjectConfig.self, config ?? [:], query: mask)
  }

  /// The fictional numbers and their codes, by number.
  package func testPhoneNumbers() throws(AuthFailure) -> [(number: String, code: String)] {
    let place = try isTenants ? projectConfig() : projectConfig()["signIn"]?["phoneNumber"]
    let numbers = place?["testPhoneNumbers"]?.members ?? []
    return numbers.compactMap { member in member.value.string.map { (member.name, $0) } }
  }

  /// Gives a fictional number its code; nil removes the number. The others stay as they are.
  package func setTestPhoneNumber(_ number: String, code: String?) throws(AuthFailure) {
    let place = isTenants ? "" : "signIn.phoneNumber."
    try updateProjectConfig(place + "testPhoneNumbers." + number, to: code.map { .string($0) })
  }

  /// The accounts, in the order of their uids. Who comes or goes meanwhile may be missing.
  /// - Parameter withSecrets: with the hashes of passwords and the secrets of authenticator apps; this project's
  ///   servers alone tell them.
  package func accounts(withSecrets: Bool = false) throws(AuthFailure) -> [AccountRecord] {
    var accounts: [AccountRecord] = []
    var request = BatchGetAccounts.Request(maxResults: 500)
    request.secrets = withSecrets ? true : nil
    repeat {
      let page = try call(BatchGetAccounts.self, request)
      accounts += page.users ?? []
      request.nextPageToken = page.nextPageToken
    } while request.nextPageToken != nil
    return accounts
  }

  /// The account that has the condition; nil where none has.
  package func account(_ condition: QueryAccounts.Expression) throws(AuthFailure) -> AccountRecord? {
    var request = QueryAccounts.Request()
    request.expression = [condition]
    return try call(QueryAccounts.self, request).userInfo?.first
  }

  /// Creates an account; its uid.
  package func create(_ account: SignUp.Request) throws(AuthFailure) -> String {
    guard let uid = try call(CreateAccount.self, account).localId
    else { throw .malformedAnswer(status: 200, reason: "no uid") }
    return uid
  }

  package func change(_ change: UpdateAccount.Request) throws(AuthFailure) {
    _ = try call(ChangeAccount.self, change)
  }

  package func delete(uids: [String]) throws(AuthFailure) {
    _ = try call(BatchDeleteAccounts.self, .init(localIds: uids, force: true))
  }

  /// Stores accounts as `upload` describes them, in the place of those with the same uids; those that were not
  /// stored, by their places, and why.
  package func store(
    _ upload: BatchCreateAccounts.Request
  ) throws(AuthFailure) -> [BatchCreateAccounts.Item] {
    // In parts that a server takes whole.
    let (users, size) = (upload.users ?? [], 500)
    var flaws: [BatchCreateAccounts.Item] = []
    for start in stride(from: 0, to: users.count, by: size) {
      var part = upload
      part.users = Array(users[start..<min(start + size, users.count)])
      part.allowOverwrite = true
      for flaw in try call(BatchCreateAccounts.self, part).error ?? [] {
        flaws.append(.init(index: (flaw.index ?? 0) + start, message: flaw.message))
      }
    }
    return flaws
  }

  /// The sessions of the accounts, as they can be stored again; none of a server that tells of none, as Firebase's
  /// emulator.
  package func sessions() throws(AuthFailure) -> [AccountSessions] {
    do {
      return try call(ExportSessions.self, .init()).accounts
    } catch  where error.isUnknownRoute {
      return []
    }
  }

  /// Stores what was exported of the project and, under their ids, of its tenants: all or nothing. What is wrong, by
  /// the upload. Firebase's emulator stores what it can.
  package func store(
    _ export: ImportAccounts.Request
  ) throws(AuthFailure) -> [[BatchCreateAccounts.Item]] {
    do {
      let answer = try backend.call(ImportAccounts.self, export, asOwner: owner)
      return answer.uploads.map { $0.error ?? [] }
    } catch  where error.isUnknownRoute {
      var flaws: [[BatchCreateAccounts.Item]] = []
      for upload in export.uploads {
        let server = upload.tenantId.map(tenant) ?? self
        try flaws.append(upload.users?.isEmpty == false ? server.store(upload) : [])
      }
      if let config = export.config { try updateEmulatorConfig(config) }
      return flaws
    }
  }

  /// The switches that Firebase's emulator exports beside the accounts.
  package func emulatorConfig() throws(AuthFailure) -> EmulatorConfig {
    try backend.call(GetEmulatorConfig.self, .init(), asOwner: owner)
  }

  package func updateEmulatorConfig(_ config: EmulatorConfig) throws(AuthFailure) {
    _ = try backend.call(UpdateEmulatorConfig.self, config, asOwner: owner)
  }

  /// A custom token for `uid`, signed by the server itself. Firebase's emulator has no such route.
  package func customToken(uid: String, claims: JSONValue?) throws(AuthFailure) -> String {
    let answer = try call(CreateCustomToken.self, .init(uid: uid, claims: claims))
    guard let token = answer.token else { throw .malformedAnswer(status: 200, reason: "no token") }
    return token
  }

  /// Has calls fail, be late or both. Firebase's emulator has no such route, nor any of the next ones.
  package func plan(_ fault: PlannedFault) throws(AuthFailure) {
    _ = try backend.call(PlanFault.self, fault, asOwner: owner)
  }

  package func plannedFaults() throws(AuthFailure) -> [PlannedFault] {
    try backend.call(ListFaults.self, .init(), asOwner: owner).faults
  }

  package func clearFaults() throws(AuthFailure) {
    _ = try backend.call(ClearFaults.self, .init(), asOwner: owner)
  }

  /// Makes codes, links, pending sign-ins or sessions expire; how many of them.
  /// - Parameter person: a number, an address or a uid; nil for everybody's.
  package func expire(_ what: ExpireNow.Subject, of person: String?) throws(AuthFailure) -> Int {
    try call(ExpireNow.self, .init(what: what.rawValue, of: person)).count
  }

  package func clock() throws(AuthFailure) -> ServerClock {
    try backend.call(ReadClock.self, .init(), asOwner: owner)
  }

  /// Moves the server's clock so far ahead of its machine's, or back.
  package func moveClock(to offset: Int) throws(AuthFailure) -> ServerClock {
    try backend.call(MoveClock.self, .init(offsetSeconds: offset), asOwner: owner)
  }

  /// Forgets accounts, sessions, codes, messages and configuration; Firebase's emulator, only the accounts.
  package func reset() throws(AuthFailure) {
    do {
      _ = try call(ResetProject.self, .init())
    } catch  where error.isUnknownRoute {
      _ = try call(ClearAccounts.self, .init())
    }
  }

  /// Whether it is a tenant's server that is looked into.
  private var isTenants: Bool { backend.tenant != nil }

  private func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, query: [QueryItem] = []
  ) throws(AuthFailure) -> R.Response {
    try backend.call(rpc, request, asOwner: owner, tenant: backend.tenant, query: query)
  }
}

extension AuthFailure {
  /// The server does not have the route.
  package var isUnknownRoute: Bool {
    switch self {
    case .refused(let error):
      error.httpStatus == 404 && error.code != .tenantNotFound || error.httpStatus == 501
    case .malformedAnswer(let status, _): status == 404 || status == 501
    default: false
    }
  }
}
