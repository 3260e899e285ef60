import IdentityToolkit

/// The operation that signs in with an e-mail address and a password.
struct SignInWithPasswordOperation: Operation {
  typealias Procedure = SignInWithPassword

  let call: Call

  func answer(_ request: SignInWithPassword.Request) throws -> SignInWithPassword.Response {
    guard let text = request.email else { throw ServerError(.missingEmail) }
    guard let email = EmailAddress(soughtFor: text) else { throw ServerError(.invalidEmail) }
    guard let password = request.password, !password.isEmpty else { throw ServerError(.missingPassword) }

    let stored = try call.store.read { transaction in
      let project = try call.findProject(in: transaction)
      guard try call.settings(of: project).isEmailEnabled
      else { throw ServerError(.passwordLoginDisabled) }
      try PasswordLimit(call).refuseIfBlocked(email, project: project.id, isReading: true, in: transaction)
      return try transaction.account(email: email, project: project.id)?.password
    }
    let verdict = try Passwords(call).verdict(on: password, for: stored)
    let new = try Sessions(call).new(provider: "password")
    let facts = SignInFacts(method: "password")
    let grant = try BlockingFunctions(call).write(facts) { call, project, settings, transaction in
      // This is checked again: of many parallel tries, only as many as the limit allows get an answer.
      try PasswordLimit(call).refuseIfBlocked(email, project: project.id, in: transaction)
      let found = try transaction.account(email: email, project: project.id)
      guard verdict.isRight, var account = found, account.password == stored else {
        try PasswordLimit(call).countFailure(of: email, project: project.id, in: transaction)
        throw wrongPassword(isKnown: found != nil, settings)
      }
      try account.refuseIfDisabled()
      try settings.passwordRules.checkAtSignIn(password)
      try transaction.forgetFailures(email: email, project: project.id)
      if case .rehashed(let password) = verdict {
        account.password = password
        try transaction.update(account)
      }
      return try FirstFactor(call).finish(for: account, new, settings, in: transaction)
    }
    var response = SignInWithPassword.Response()
    response.registered = true
    response.email = email.text
    response.displayName = grant.account.displayName ?? (call.policy.serviceAnswers ? "" : nil)
    response.profilePicture = grant.account.photoURL
    response.localId = grant.account.localID
    try Sessions(call).fill(&response, with: grant, asSecureToken: request.returnSecureToken)
    return response
  }

  private func wrongPassword(isKnown: Bool, _ settings: ProjectSettings) -> ServerError {
    if settings.hidesAddresses(under: call.policy) { return ServerError(.invalidLoginCredentials) }
    return ServerError(isKnown ? .invalidPassword : .emailNotFound)
  }
}
