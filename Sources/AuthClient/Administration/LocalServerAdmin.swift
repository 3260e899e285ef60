package import Essentials
import HTTP
package import IdentityToolkit

/// Reads and controls a local server: the embedded one, a running `serve`, or Firebase's emulator if it has the route.
///
/// If the backend has a tenant, the calls are for that tenant's messages, settings and accounts.
package struct LocalServerAdmin {
  let backend: Backend
  /// The bearer token of the admin routes. It is `owner` unless the server was given another one.
  let owner: String

  package init(backend: Backend, owner: String = "owner") {
    self.backend = backend
    self.owner = owner
  }

  /// Returns the messages that were "sent" to `recipient`, or to anyone, oldest first.
  ///
  /// Firebase's emulator only returns unused codes. They become messages whose text is the code, without a time.
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

  /// Returns the newest events that functions are told of, oldest first, and where functions are.
  package func events() throws(AuthFailure) -> ListEvents.Response {
    try call(ListEvents.self, .init())
  }

  /// Sends failed events again, and returns how many.
  package func retryEvents() throws(AuthFailure) -> Int {
    try call(RetryEvents.self, .init()).count
  }

  /// Returns the names of the server's snapshots, sorted.
  package func snapshots() throws(AuthFailure) -> [String] {
    try call(ListSnapshots.self, .init()).snapshots
  }

  /// Copies the project into a snapshot, which replaces an earlier one of this name.
  package func saveSnapshot(_ name: String) throws(AuthFailure) {
    _ = try call(SaveSnapshot.self, .init(name))
  }

  /// Replaces the project with a copy of a snapshot.
  package func loadSnapshot(_ name: String) throws(AuthFailure) {
    _ = try call(LoadSnapshot.self, .init(name))
  }

  package func removeSnapshot(_ name: String) throws(AuthFailure) {
    _ = try call(RemoveSnapshot.self, .init(name))
  }

  /// Returns the document that the service publishes at `route`, for example its keys.
  package func document(_ route: RPCRoute) throws(AuthFailure) -> Data {
    try backend.document(route).body
  }

  /// Returns the configuration of the project or tenant, including disabled settings.
  package func projectConfig() throws(AuthFailure) -> JSONValue {
    let query = [QueryItem("defaults", "true")]
    return try isTenants
      ? call(GetTenant.self, .init(), query: query) : call(GetProjectConfig.self, .init(), query: query)
  }

  /// Replaces the part of the configuration at `path`; nil removes it.
  package func updateProjectConfig(_ path: String, to value: JSONValue?) throws(AuthFailure) {
    let config = path.split(separator: ".").reversed().reduce(value ?? .null) { inner, name in
      .object([.init(String(name), inner)])
    }
    let mask = [QueryItem("updateMask", path)]
    _ =
      try isTenants
      ? call(UpdateTenant.self, config, query: mask)
      : call(UpdateProjectConfig.self, config, query: mask)
  }

  /// Returns the fictional numbers with their codes.
  package func testPhoneNumbers() throws(AuthFailure) -> [(number: String, code: String)] {
    let place = try isTenants ? projectConfig() : projectConfig()["signIn"]?["phoneNumber"]
    let numbers = place?["testPhoneNumbers"]?.members ?? []
    return numbers.compactMap { member in member.value.string.map { (member.name, $0) } }
  }

  /// Sets the code of a fictional number; nil removes the number. The other numbers do not change.
  package func setTestPhoneNumber(_ number: String, code: String?) throws(AuthFailure) {
    let place = isTenants ? "" : "signIn.phoneNumber."
    try updateProjectConfig(place + "testPhoneNumbers." + number, to: code.map { .string($0) })
  }

  /// Returns the accounts in the order of their uids. An account that is created or deleted during the call may be
  /// missing.
  /// - Parameter withSecrets: Whether to include password hashes and the secrets of authenticator apps. Only this
  ///   project's servers return them.
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

  package func hasAccounts() throws(AuthFailure) -> Bool {
    try call(BatchGetAccounts.self, BatchGetAccounts.Request(maxResults: 1)).users?.isEmpty == false
  }

  /// Returns the first account that meets the condition; nil if there is none.
  package func account(_ condition: QueryAccounts.Expression) throws(AuthFailure) -> AccountRecord? {
    var request = QueryAccounts.Request()
    request.expression = [condition]
    return try call(QueryAccounts.self, request).userInfo?.first
  }

  /// Creates an account, and returns its uid.
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

  /// Stores accounts and replaces those with the same uids. Returns the index and the reason for each account that was
  /// not stored.
  package func store(
    _ upload: BatchCreateAccounts.Request
  ) throws(AuthFailure) -> [BatchCreateAccounts.Item] {
    // In parts of 500, which a server accepts in one request.
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

  /// Returns the sessions of the accounts in a form that can be stored again. Firebase's emulator has no such route, so
  /// there the list is empty.
  package func sessions() throws(AuthFailure) -> [AccountSessions] {
    do {
      return try call(ExportSessions.self, .init()).accounts
    } catch  where error.isUnknownRoute {
      return []
    }
  }

  /// Stores an export of the project and its tenants: all of it or nothing. Returns the problems of each upload.
  ///
  /// Firebase's emulator stores the parts that it supports.
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

  /// Returns the settings that Firebase's emulator exports with the accounts.
  package func emulatorConfig() throws(AuthFailure) -> EmulatorConfig {
    try backend.call(GetEmulatorConfig.self, .init(), asOwner: owner)
  }

  package func updateEmulatorConfig(_ config: EmulatorConfig) throws(AuthFailure) {
    _ = try backend.call(UpdateEmulatorConfig.self, config, asOwner: owner)
  }

  /// Creates a custom token for `uid`, signed by the server. Firebase's emulator has no such route.
  package func customToken(uid: String, claims: JSONValue?) throws(AuthFailure) -> String {
    let answer = try call(CreateCustomToken.self, .init(uid: uid, claims: claims))
    guard let token = answer.token else { throw .malformedAnswer(status: 200, reason: "no token") }
    return token
  }

  /// Makes later calls fail, answers them late, or both. Firebase's emulator does not have this route and the next
  /// ones.
  package func plan(_ fault: PlannedFault) throws(AuthFailure) {
    _ = try backend.call(PlanFault.self, fault, asOwner: owner)
  }

  package func plannedFaults() throws(AuthFailure) -> [PlannedFault] {
    try backend.call(ListFaults.self, .init(), asOwner: owner).faults
  }

  package func clearFaults() throws(AuthFailure) {
    _ = try backend.call(ClearFaults.self, .init(), asOwner: owner)
  }

  /// Makes codes, links, pending sign-ins or sessions expire, and returns how many.
  /// - Parameter person: A number, an address or a uid; nil for all users.
  package func expire(_ what: ExpireNow.Subject, of person: String?) throws(AuthFailure) -> Int {
    try call(ExpireNow.self, .init(what: what.rawValue, of: person)).count
  }

  package func clock() throws(AuthFailure) -> ServerClock {
    try backend.call(ReadClock.self, .init(), asOwner: owner)
  }

  /// Sets how many seconds the server's clock is ahead of its machine's clock; negative if it is behind.
  package func moveClock(to offset: Int) throws(AuthFailure) -> ServerClock {
    try backend.call(MoveClock.self, .init(offsetSeconds: offset), asOwner: owner)
  }

  /// Deletes accounts, sessions, codes, messages and configuration. On Firebase's emulator, it deletes only the
  /// accounts.
  package func reset() throws(AuthFailure) {
    do {
      _ = try call(ResetProject.self, .init())
    } catch  where error.isUnknownRoute {
      _ = try call(ClearAccounts.self, .init())
    }
  }

  /// Whether the calls are for a tenant.
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
