import Essentials
import HTTP
package import IdentityToolkit

/// Looks into and steers a local server: the embedded one, a running `serve`, or Firebase's emulator as far
/// as it has the routes.
package struct LocalServer {
  private let backend: Backend
  /// The admin routes' bearer; `owner` unless the server was given another.
  private let owner: String

  package init(backend: Backend, owner: String = "owner") {
    self.backend = backend
    self.owner = owner
  }

  /// The messages that were "sent", oldest first, to `recipient` or to anybody.
  ///
  /// Firebase's emulator shows only codes nobody has used: they become messages without a text of their own
  /// and without a time.
  package func messages(to recipient: String? = nil) throws(AuthError) -> [OutboxMessage] {
    do {
      return try backend.call(Outbox.self, .init(to: recipient), asOwner: owner).messages
    } catch  where error.isUnknownRoute {
      let codes = try backend.call(
        VerificationCodes.self, .init(phoneNumber: recipient), asOwner: owner)
      return codes.verificationCodes
        .filter { recipient == nil || $0.phoneNumber == recipient }
        .map {
          OutboxMessage(kind: "sms", to: $0.phoneNumber, code: $0.code, text: $0.code, sentAt: "")
        }
    }
  }

  /// The project's configuration, as the admin API shows it.
  package func projectConfig() throws(AuthError) -> JSONValue {
    try backend.call(GetProjectConfig.self, .init(), asOwner: owner)
  }

  /// Replaces the part of the configuration at `path`; nil removes it.
  package func updateProjectConfig(_ path: String, to value: JSONValue?) throws(AuthError) {
    let config = path.split(separator: ".").reversed().reduce(value) { inner, name in
      .object(inner.map { [.init(String(name), $0)] } ?? [])
    }
    _ = try backend.call(
      UpdateProjectConfig.self, config ?? [:], asOwner: owner, query: [QueryItem("updateMask", path)])
  }

  /// The fictional numbers and their codes, by number.
  package func testPhoneNumbers() throws(AuthError) -> [(number: String, code: String)] {
    let numbers = try projectConfig()["signIn"]?["phoneNumber"]?["testPhoneNumbers"]?.members ?? []
    return numbers.compactMap { member in member.value.string.map { (member.name, $0) } }
  }

  /// Gives a fictional number its code; nil removes the number. The others stay as they are.
  package func setTestPhoneNumber(_ number: String, code: String?) throws(AuthError) {
    try updateProjectConfig(
      "signIn.phoneNumber.testPhoneNumbers." + number, to: code.map { .string($0) })
  }

  /// The project's accounts, in the order of their uids. Who comes or goes meanwhile may be missing.
  /// - Parameter withSecrets: with the hashes of passwords and the secrets of authenticator apps; this project's
  ///   servers alone tell them.
  package func accounts(withSecrets: Bool = false) throws(AuthError) -> [AccountRecord] {
    var accounts: [AccountRecord] = []
    var request = BatchGetAccounts.Request(maxResults: 500)
    request.secrets = withSecrets ? true : nil
    repeat {
      let page = try backend.call(BatchGetAccounts.self, request, asOwner: owner)
      accounts += page.users ?? []
      request.nextPageToken = page.nextPageToken
    } while request.nextPageToken != nil
    return accounts
  }

  /// The account that has the condition; nil where none has.
  package func account(_ condition: QueryAccounts.Expression) throws(AuthError) -> AccountRecord? {
    var request = QueryAccounts.Request()
    request.expression = [condition]
    return try backend.call(QueryAccounts.self, request, asOwner: owner).userInfo?.first
  }

  /// Creates an account; its uid.
  package func create(_ account: SignUp.Request) throws(AuthError) -> String {
    guard let uid = try backend.call(CreateAccount.self, account, asOwner: owner).localId
    else { throw .malformedAnswer(status: 200, reason: "no uid") }
    return uid
  }

  package func change(_ change: UpdateAccount.Request) throws(AuthError) {
    _ = try backend.call(ChangeAccount.self, change, asOwner: owner)
  }

  package func delete(uids: [String]) throws(AuthError) {
    _ = try backend.call(BatchDeleteAccounts.self, .init(localIds: uids, force: true), asOwner: owner)
  }

  /// Stores accounts as `upload` describes them, in the place of those with the same uids; those that were not
  /// stored, by their places, and why.
  package func store(
    _ upload: BatchCreateAccounts.Request
  ) throws(AuthError) -> [BatchCreateAccounts.Item] {
    // In parts that a server takes whole.
    let (users, size) = (upload.users ?? [], 500)
    var flaws: [BatchCreateAccounts.Item] = []
    for start in stride(from: 0, to: users.count, by: size) {
      var part = upload
      part.users = Array(users[start..<min(start + size, users.count)])
      part.allowOverwrite = true
      for flaw in try backend.call(BatchCreateAccounts.self, part, asOwner: owner).error ?? [] {
        flaws.append(.init(index: (flaw.index ?? 0) + start, message: flaw.message))
      }
    }
    return flaws
  }

  /// The switches that Firebase's emulator exports beside the accounts.
  package func emulatorConfig() throws(AuthError) -> EmulatorConfig {
    try backend.call(GetEmulatorConfig.self, .init(), asOwner: owner)
  }

  package func updateEmulatorConfig(_ config: EmulatorConfig) throws(AuthError) {
    _ = try backend.call(UpdateEmulatorConfig.self, config, asOwner: owner)
  }

  /// A custom token for `uid`, signed by the server itself. Firebase's emulator has no such route.
  package func customToken(uid: String, claims: JSONValue?) throws(AuthError) -> String {
    let answer = try backend.call(CreateCustomToken.self, .init(uid: uid, claims: claims), asOwner: owner)
    guard let token = answer.token else { throw .malformedAnswer(status: 200, reason: "no token") }
    return token
  }

  /// Forgets accounts, sessions, codes, messages and configuration; Firebase's emulator, only the accounts.
  package func reset() throws(AuthError) {
    do {
      _ = try backend.call(ResetProject.self, .init(), asOwner: owner)
    } catch  where error.isUnknownRoute {
      _ = try backend.call(ClearAccounts.self, .init(), asOwner: owner)
    }
  }
}

extension AuthError {
  /// The server does not have the route.
  package var isUnknownRoute: Bool {
    switch self {
    case .refused(let error): error.httpStatus == 404 || error.httpStatus == 501
    case .malformedAnswer(let status, _): status == 404 || status == 501
    default: false
    }
  }
}
