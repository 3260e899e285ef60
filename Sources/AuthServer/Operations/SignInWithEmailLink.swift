import IdentityToolkit

extension Call {
  func signInWithEmailLink(
    _ request: SignInWithEmailLink.Request
  ) throws -> SignInWithEmailLink.Response {
    try refuse(tenant: request.tenantId)
    let email = try emailAddress(request.email)
    guard let code = request.oobCode, !code.isEmpty else { throw ServerError(.missingOOBCode) }
    let grant =
      if let idToken = request.idToken, !idToken.isEmpty {
        try link(email, by: code, to: try verified(idToken))
      } else {
        try signIn(email, by: code)
      }
    var response = SignInWithEmailLink.Response()
    response.email = email.text
    response.isNewUser = grant.isNew
    response.localId = grant.account.localID
    try fill(&response, with: grant)
    return response
  }

  private func signIn(_ email: EmailAddress, by code: String) throws -> Grant {
    let new = try newSession(provider: "password")
    let newID = try random.localID()
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let code = try signInCode(code, email, settings, project: project.id, in: transaction)
      let known = try transaction.account(email: email, project: project.id)
      try known?.refuseIfDisabled()
      if known == nil, settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      try transaction.delete(actionCode: code.id)
      guard var account = known else {
        var account = Account(localID: newID, project: project.id, now: now)
        account.email = email
        account.isEmailVerified = true
        account.hasEmailLink = true
        account = try transaction.insert(account)
        return try finishFirstFactor(of: account, isNew: true, new, in: transaction)
      }
      if !account.isEmailVerified, policy.unverifiedWaysRemoved {
        try removeUnverifiedWays(of: &account, in: transaction)
      }
      account.isEmailVerified = true
      account.hasEmailLink = true
      try transaction.update(account)
      return try finishFirstFactor(of: account, new, in: transaction)
    }
  }

  /// Makes the address a way in to the account of `token`.
  private func link(_ email: EmailAddress, by code: String, to token: IDToken) throws -> Grant {
    let newToken = try RefreshToken(random: random)
    let wayBack = try actionLink(.recoverEmail)
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      let code = try signInCode(code, email, settings, project: project.id, in: transaction)
      // The code stays good: it can still sign in to the account that has the address.
      try refuseTaken(email, by: account, project: project.id, in: transaction)
      let changesAddress = account.email != nil && account.email != email
      if changesAddress {
        try requireRecentSignIn(token)
        endSessions(of: &account)
      }
      try transaction.delete(actionCode: code.id)
      if account.email != email {
        try changeAddress(of: &account, to: email, isVerified: true, wayBack: wayBack, in: transaction)
      }
      account.isEmailVerified = true
      account.hasEmailLink = true
      account.isAnonymous = false
      try transaction.update(account)
      return try renew(
        token, of: account, provider: "password", signedInAt: changesAddress ? now : nil, newToken,
        in: transaction)
    }
  }

  private func signInCode(
    _ text: String, _ email: EmailAddress, _ settings: ProjectSettings, project: Int64,
    in transaction: Transaction
  ) throws -> ActionCode {
    guard settings.isEmailLinkEnabled else { throw ServerError(.operationNotAllowed) }
    let code = try actionCode(text, project: project, in: transaction)
    guard code.requestType == .emailSignIn else { throw ServerError(.invalidOOBCode) }
    // Not used up: the person may still come up with the right address.
    guard code.email == email else {
      throw ServerError(
        .invalidEmail, "The email provided does not match the sign-in email address.")
    }
    if policy.linksEndWithAccount, let account = code.account,
      try transaction.account(email: email, project: project)?.id != account
    {
      throw ServerError(.invalidOOBCode)
    }
    return code
  }
}
