import Essentials
import HTTP
package import IdentityToolkit

// The accounts of the project, or of the backend's tenant.
extension ProjectAdministrator {
  /// Returns the accounts in the order of their uids. An account that is created or deleted during the call may be
  /// missing.
  /// - Parameter withSecrets: Whether to include password hashes and the secrets of authenticator apps. Only this
  ///   project's servers return them.
  package func accounts(withSecrets: Bool = false) throws(AuthFailure) -> [AccountRecord] {
    try all { token throws(AuthFailure) in
      let page = try accountPage(token, withSecrets: withSecrets)
      return (page.users ?? [], page.nextPageToken)
    }
  }

  /// Returns one page of the accounts.
  /// - Parameters:
  ///   - token: The page token of the page before; nil for the first page.
  ///   - size: At most 1000.
  package func accountPage(
    _ token: String?, size: Int = 500, withSecrets: Bool = false
  ) throws(AuthFailure) -> BatchGetAccounts.Response {
    var request = BatchGetAccounts.Request(maxResults: size, nextPageToken: token)
    request.secrets = withSecrets ? true : nil
    let page = try call(BatchGetAccounts.self, request)
    // An empty object is no page of Google's.
    if backend.endpoint == .production, page.kind == nil {
      throw .malformedAnswer(status: 200, reason: "no page of accounts")
    }
    return page
  }

  package func hasAccounts() throws(AuthFailure) -> Bool {
    try call(BatchGetAccounts.self, BatchGetAccounts.Request(maxResults: 1)).users?.isEmpty == false
  }

  /// Returns the first account that meets the condition; nil if there is none.
  package func account(_ condition: QueryAccounts.Expression) throws(AuthFailure) -> AccountRecord? {
    var request = QueryAccounts.Request()
    request.expression = [condition]
    let account = try call(QueryAccounts.self, request).userInfo?.first
    // A change must not meet another account.
    if let account, account.localId?.isEmpty ?? true || !condition.isMet(by: account) {
      throw .malformedAnswer(status: 200, reason: "another account than the requested one")
    }
    return account
  }

  package func create(_ account: SignUp.Request) throws(AuthFailure) -> String {
    guard let uid = try call(CreateAccount.self, account).localId
    else { throw .malformedAnswer(status: 200, reason: "no uid") }
    return uid
  }

  package func change(_ change: UpdateAccount.Request) throws(AuthFailure) {
    _ = try call(ChangeAccount.self, change)
  }

  /// Creates a session cookie from an ID token.
  ///
  /// - Parameter seconds: How long the cookie is valid: from five minutes to two weeks.
  /// - Throws: `AuthFailure.refused` for an ID token that the service no longer accepts.
  package func sessionCookie(idToken: String, seconds: Int) throws(AuthFailure) -> String {
    let answer = try call(
      CreateSessionCookie.self, .init(idToken: idToken, validDuration: DecimalText(String(seconds))))
    guard let cookie = answer.sessionCookie else { throw .malformedAnswer(status: 200, reason: "no cookie") }
    return cookie
  }

  package func delete(uids: [String]) throws(AuthFailure) {
    let answer = try call(BatchDeleteAccounts.self, .init(localIds: uids, force: true))
    if let flaw = answer.errors?.first { throw .refused(ServerError(message: flaw.message ?? "")) }
  }

  /// Stores one batch of up to 1000 accounts, as Google's service takes it.
  package func storeBatch(
    _ batch: BatchCreateAccounts.Request
  ) throws(AuthFailure) -> BatchCreateAccounts.Response {
    try call(BatchCreateAccounts.self, batch)
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
}

extension QueryAccounts.Expression {
  fileprivate func isMet(by account: AccountRecord) -> Bool {
    if let email { return account.email?.hasBytes(ofAnyCase: email) == true }
    if let phoneNumber { return account.phoneNumber == phoneNumber }
    return userId == nil || account.localId == userId
  }
}
