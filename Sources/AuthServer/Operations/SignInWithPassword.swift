import IdentityToolkit

extension Call {
  func signInWithPassword(_ request: SignInWithPassword.Request) throws -> SignInWithPassword.Response {
    try refuse(tenant: request.tenantId)
    guard let text = request.email else { throw ServerError(.missingEmail) }
    guard let email = try? EmailAddress(text) else { throw ServerError(.invalidEmail) }
    guard let password = request.password, !password.isEmpty else { throw ServerError(.missingPassword) }

    let stored = try store.read { transaction in
      let project = try findProject(in: transaction)
      guard try server.settings.settings(of: project).isEmailEnabled
      else { throw ServerError(.passwordLoginDisabled) }
      try refuseIfBlocked(email, project: project.id, in: transaction)
      return try transaction.account(email: email, project: project.id)?.password
    }
    let isRight = try isRight(password, for: stored)
    let new = try newSession(provider: "password")
    let grant = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      // Again: of many tries at once, only so many as the limit allows get an answer.
      try refuseIfBlocked(email, project: project.id, in: transaction)
      let account = try transaction.account(email: email, project: project.id)
      guard isRight, let account, account.password == stored else {
        try countFailure(of: email, project: project.id, in: transaction)
        throw wrongPassword(isKnown: account != nil, settings)
      }
      try account.refuseIfDisabled()
      try settings.passwordRules.checkAtSignIn(password)
      try transaction.forgetFailures(email: email, project: project.id)
      return try finishFirstFactor(of: account, new, in: transaction)
    }
    var response = SignInWithPassword.Response()
    response.registered = true
    response.email = email.text
    response.displayName = grant.account.displayName
    response.profilePicture = grant.account.photoURL
    response.localId = grant.account.localID
    try fill(&response, with: grant)
    return response
  }

  private func wrongPassword(isKnown: Bool, _ settings: ProjectSettings) -> ServerError {
    if hidesAddresses(settings) { return ServerError(.invalidLoginCredentials) }
    return ServerError(isKnown ? .invalidPassword : .emailNotFound)
  }
}
