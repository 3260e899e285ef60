package import Essentials
import HTTP
package import IdentityToolkit

/// Reads and controls a local server: the embedded one, a running `serve`, or Firebase's emulator if it has the route.
///
/// If the backend has a tenant, the calls are for that tenant's messages, settings and accounts.
package struct LocalServerAdmin {
  /// The same server's project, or the backend's tenant.
  package let project: ProjectAdministrator

  package init(backend: Backend, credential: AdministratorCredential = .owner) {
    project = ProjectAdministrator(backend: backend, credential: credential)
  }

  /// Returns an administrator of the same server for one tenant.
  package func tenant(_ id: String) -> LocalServerAdmin {
    var backend = backend
    backend.tenant = id
    return LocalServerAdmin(backend: backend, credential: project.credential)
  }

  /// Returns the messages that were "sent" to `recipient`, or to anyone, oldest first.
  ///
  /// Firebase's emulator only returns unused codes. They become messages whose text is the code, without a time.
  package func messages(to recipient: String? = nil) throws(AuthFailure) -> [OutboxMessage] {
    do {
      return try call(Outbox.self, .init(to: recipient)).messages
    } catch  where error.isUnknownRoute {
      return try codes(to: recipient)
        .filter { recipient == nil || $0.phoneNumber == recipient }
        .map {
          OutboxMessage(kind: "sms", to: $0.phoneNumber, code: $0.code, text: $0.code, sentAt: "")
        }
    }
  }

  /// Returns the SMS codes that are still valid, of `number` or of all, oldest first.
  package func codes(to number: String? = nil) throws(AuthFailure) -> [VerificationCode] {
    try call(VerificationCodes.self, .init(phoneNumber: number)).verificationCodes
  }

  /// Returns those of `given` whose pending steps the server still knows. Firebase's emulator has no such route.
  package func pending(of given: [String]) throws(AuthFailure) -> [String] {
    try call(FindPending.self, .init(given: given)).given
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
      let answer = try backend.call(ImportAccounts.self, export, as: project.credential)
      return answer.uploads.map { $0.error ?? [] }
    } catch  where error.isUnknownRoute {
      var flaws: [[BatchCreateAccounts.Item]] = []
      for upload in export.uploads {
        let server = upload.tenantId.map(tenant) ?? self
        try flaws.append(upload.users?.isEmpty == false ? server.project.store(upload) : [])
      }
      if let config = export.config { try updateEmulatorConfig(config) }
      return flaws
    }
  }

  /// Returns the settings that Firebase's emulator exports with the accounts.
  package func emulatorConfig() throws(AuthFailure) -> EmulatorConfig {
    try backend.call(GetEmulatorConfig.self, .init(), as: project.credential)
  }

  package func updateEmulatorConfig(_ config: EmulatorConfig) throws(AuthFailure) {
    _ = try backend.call(UpdateEmulatorConfig.self, config, as: project.credential)
  }

  /// Creates a custom token for `uid`, signed by the server. Firebase's emulator has no such route.
  package func customToken(uid: String, claims: JSONValue?) throws(AuthFailure) -> String {
    let answer = try call(CreateCustomToken.self, .init(uid: uid, claims: claims))
    guard let token = answer.token else { throw .malformedAnswer(status: 200, reason: "no token") }
    return token
  }

  /// Creates a service account, and returns the content of its key file.
  ///
  /// - Parameter roles: The names of its roles; nil for every right.
  package func createServiceAccount(
    email: String?, roles: [String]?
  ) throws(AuthFailure) -> CreateServiceAccount.Response {
    try call(CreateServiceAccount.self, .init(email: email, roles: roles))
  }

  /// Makes later calls fail, answers them late, or both. Firebase's emulator does not have this route and the next
  /// ones.
  package func plan(_ fault: PlannedFault) throws(AuthFailure) {
    _ = try backend.call(PlanFault.self, fault, as: project.credential)
  }

  package func plannedFaults() throws(AuthFailure) -> [PlannedFault] {
    try backend.call(ListFaults.self, .init(), as: project.credential).faults
  }

  package func clearFaults() throws(AuthFailure) {
    _ = try backend.call(ClearFaults.self, .init(), as: project.credential)
  }

  /// Makes codes, links, pending sign-ins or sessions expire, and returns how many.
  /// - Parameter person: A number, an address or a uid; nil for all users.
  package func expire(_ what: ExpireNow.Subject, of person: String?) throws(AuthFailure) -> Int {
    try call(ExpireNow.self, .init(what: what.rawValue, of: person)).count
  }

  package func clock() throws(AuthFailure) -> ServerClock {
    try backend.call(ReadClock.self, .init(), as: project.credential)
  }

  /// Sets how many seconds the server's clock is ahead of its machine's clock; negative if it is behind.
  package func moveClock(to offset: Int) throws(AuthFailure) -> ServerClock {
    try backend.call(MoveClock.self, .init(offsetSeconds: offset), as: project.credential)
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

  var backend: Backend { project.backend }

  private func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, query: [QueryItem] = []
  ) throws(AuthFailure) -> R.Response {
    try backend.call(rpc, request, as: project.credential, tenant: backend.tenant, query: query)
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
