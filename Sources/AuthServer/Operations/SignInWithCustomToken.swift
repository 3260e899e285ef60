import IdentityToolkit

extension Call {
  func signInWithCustomToken(
    _ request: SignInWithCustomToken.Request
  ) throws -> SignInWithCustomToken.Response {
    try refuse(tenant: request.tenantId)
    guard let text = request.token, !text.isEmpty else { throw ServerError(.missingCustomToken) }
    let token = try customToken(text, try projectSettings())
    guard token.tenant == nil else { throw ServerError(.tenantIDMismatch) }
    var new = try newSession(provider: "custom")
    new.session.claims = token.claims?.stored
    let grant = try store.write { [new] transaction in
      let project = try openProject(in: transaction).0.id
      guard var account = try transaction.account(localID: token.uid, project: project) else {
        var account = Account(localID: token.uid, project: project, now: now)
        account.isCustomAuth = true
        account = try transaction.insert(account)
        return try finishFirstFactor(of: account, isNew: true, new, in: transaction)
      }
      try account.refuseIfDisabled()
      account.isCustomAuth = true
      try transaction.update(account)
      return try finishFirstFactor(of: account, new, in: transaction)
    }
    var response = SignInWithCustomToken.Response()
    response.isNewUser = grant.isNew
    try fill(&response, with: grant)
    return response
  }
}
