import IdentityToolkit

/// The operation that signs in to the account in a custom token, and creates the account if it is missing.
struct SignInWithCustomTokenOperation: Operation {
  let call: Call

  func answer(
    _ request: SignInWithCustomToken.Request
  ) throws -> SignInWithCustomToken.Response {
    guard let text = request.token, !text.isEmpty || call.dialect.readsEmptyTokens
    else { throw ServerError(.missingCustomToken) }
    let token = try CustomTokens(call: call).read(text, try call.projectSettings())
    guard token.tenant == call.tenant else {
      throw ServerError(
        .tenantIDMismatch,
        call.dialect.tellsWhichTenantIsWrong
          ? "Specified tenant ID does not match the custom token." : nil)
    }
    var new = try Sessions(call: call).new(provider: "custom")
    new.session.claims = token.claims?.stored
    let grant = try call.store.write { [new] transaction in
      let (project, settings) = try call.openProject(in: transaction)
      guard var account = try transaction.account(localID: token.uid, project: project.id) else {
        var account = Account(localID: token.uid, project: project.id, now: call.now)
        account.isCustomAuth = true
        account = try transaction.insert(account)
        try EventRecorder(call: call).created(
          account, silence: call.dialect.tellsOfCustomTokens ? nil : .customToken, in: transaction)
        return try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction)
      }
      try account.refuseIfDisabled()
      account.isCustomAuth = true
      try transaction.update(account)
      return try FirstFactor(call: call).finish(for: account, new, settings, in: transaction)
    }
    var response = SignInWithCustomToken.Response()
    response.isNewUser = grant.isNew
    try Sessions(call: call).fill(&response, with: grant, asSecureToken: request.returnSecureToken)
    return response
  }
}
