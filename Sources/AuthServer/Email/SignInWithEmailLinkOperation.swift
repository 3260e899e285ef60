import IdentityToolkit

/// The operation that signs in with a mailed link.
///
/// With an ID token, it links the address to that account.
struct SignInWithEmailLinkOperation: Operation {
  let call: Call

  func answer(
    _ request: SignInWithEmailLink.Request
  ) throws -> SignInWithEmailLink.Response {
    let email = try EmailAddress(described: request.email, under: call.policy)
    guard let code = request.oobCode, !code.isEmpty else { throw ServerError(.missingOOBCode) }
    let grant =
      if let idToken = request.idToken, !idToken.isEmpty {
        try link(email, by: code, to: try call.verified(idToken))
      } else {
        try signIn(email, by: code)
      }
    var response = SignInWithEmailLink.Response()
    response.email = email.text
    if !grant.isPending || !call.dialect.waitsWithIsNewUser { response.isNewUser = grant.isNew }
    response.localId = grant.account.localID
    try Sessions(call: call).fill(&response, with: grant)
    return response
  }

  private func signIn(_ email: EmailAddress, by code: String) throws -> Grant {
    let new = try Sessions(call: call).new(provider: "password")
    let newID = try call.random.localID()
    return try BlockingFunctions(call: call).write(SignInFacts(method: "emailLink")) {
      call, project, settings, transaction in
      let code = try signInCode(code, email, settings, project: project.id, in: transaction)
      try useUp(code, in: transaction)
      let known = try transaction.account(email: email, project: project.id)
      try known?.refuseIfDisabled()
      if known == nil, settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      try transaction.delete(actionCode: code.id)
      guard var account = known else {
        var account = Account(localID: newID, project: project.id, now: call.now)
        account.email = email
        account.isEmailVerified = true
        account.hasEmailLink = true
        account = try BlockingFunctions(call: call).insert(account, in: transaction)
        try EventRecorder(call: call).created(account, in: transaction)
        return try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction)
      }
      if !account.isEmailVerified, call.dialect.removesUnverifiedWays {
        try UnverifiedMethods(call: call).remove(from: &account, settings, in: transaction)
      }
      account.isEmailVerified = true
      account.hasEmailLink = true
      try transaction.update(account)
      return try FirstFactor(call: call).finish(for: account, new, settings, in: transaction)
    }
  }

  /// Links the address to the account of `token`.
  private func link(_ email: EmailAddress, by code: String, to token: IDToken) throws -> Grant {
    let newToken = try RefreshToken(random: call.random)
    let wayBack = try ActionLinks(call: call).new(.recoverEmail)
    return try BlockingFunctions(call: call).write(SignInFacts(method: "emailLink")) {
      call, project, settings, transaction in
      var account = try transaction.account(of: token, project: project.id)
      let code = try signInCode(code, email, settings, project: project.id, in: transaction)
      try useUp(code, in: transaction)
      // At the service, a refusal leaves the code valid: its link can still sign in to the account with this address.
      try EmailAddresses(call: call).refuseTaken(email, by: account, project: project.id, in: transaction)
      let changesAddress = account.email != nil && account.email != email
      if changesAddress {
        try RecentSignIn(call: call).require(of: token)
        Sessions(call: call).endAll(of: &account)
      }
      try transaction.delete(actionCode: code.id)
      if account.email != email {
        try EmailAddresses(call: call).change(
          of: &account, to: email, isVerified: true, isBySignInLink: true, wayBack: wayBack, in: transaction)
      }
      account.isEmailVerified = true
      account.hasEmailLink = true
      account.isAnonymous = false
      try transaction.update(account)
      return try FirstFactor(call: call).link(
        "password", to: account, by: token, signedInAt: changesAddress ? call.now : nil, newToken, settings,
        in: transaction)
    }
  }

  /// Uses up a code as Firebase's emulator does: even if the sign-in is refused.
  private func useUp(_ code: ActionCode, in transaction: Transaction) throws {
    if call.dialect.usesUpRefusedCodes { try transaction.delete(actionCode: code.id) }
  }

  private func signInCode(
    _ text: String, _ email: EmailAddress, _ settings: ProjectSettings, project: Int64,
    in transaction: Transaction
  ) throws -> ActionCode {
    guard settings.isEmailLinkEnabled else { throw ServerError(.operationNotAllowed) }
    let code = try ActionLinks(call: call).code(text, project: project, in: transaction)
    guard code.requestType == .emailSignIn else { throw ServerError(.invalidOOBCode) }
    // The code stays valid, because the person may still enter the right address.
    guard code.email == email else {
      throw ServerError(
        .invalidEmail, "The email provided does not match the sign-in email address.")
    }
    if call.dialect.endsLinksWithAccount, let account = code.account,
      try transaction.account(email: email, project: project)?.id != account
    {
      throw ServerError(.invalidOOBCode)
    }
    return code
  }
}
