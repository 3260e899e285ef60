import IdentityToolkit

/// The operation that signs in with an identity provider's data.
///
/// With an ID token, it links the provider to that account.
struct SignInWithIdpOperation: Operation {
  let call: Call

  func answer(_ request: SignInWithIdp.Request) throws -> SignInWithIdp.Response {
    let assertion = try IdpAssertions(call: call).read(request)
    var response = SignInWithIdp.Response(assertion, under: call.policy)
    response.tenantId = call.tenant
    do {
      let outcome =
        if let idToken = request.idToken, !idToken.isEmpty {
          IdpOutcome.signedIn(try link(assertion, to: try call.verified(idToken)))
        } else {
          // The emulator creates an account in any case. Clients then see that it is a different one.
          try signIn(
            assertion, makingAccounts: request.autoCreate != false || call.dialect.makesAccountsAnyway)
        }
      switch outcome {
      case .signedIn(let grant):
        response.localId = grant.account.localID
        response.isNewUser = grant.isNew ? true : nil
        if grant.account.email == assertion.identity.email {
          response.emailVerified = grant.account.isEmailVerified
        }
        try Sessions(call: call).fill(&response, with: grant)
        // A stored assertion that is consumed is not replaced, because otherwise it would never expire.
        if call.dialect.givesPendingTokens, request.returnIdpCredential == true,
          assertion.pendingToken == nil || !call.dialect.takesProofsOnce
        {
          response.pendingToken = try IdpAssertions(call: call).pendingToken(for: assertion)
        }
      case .unconfirmed(let account):
        response.needConfirmation = true
        response.localId = account.localID
        if call.dialect.tellsVerifiedProviders {
          response.verifiedProvider = account.identities.map(\.provider)
        }
        response.pendingToken = try IdpAssertions(call: call).pendingToken(for: assertion)
      }
    } catch let error as ServerError
      where request.returnIdpCredential == true
      && [.federatedUserIDAlreadyLinked, .providerAlreadyLinked, .emailExists].contains(error.code)
    {
      response.errorMessage = error.code.rawValue
      response.pendingToken = try IdpAssertions(call: call).pendingToken(for: assertion)
    }
    return response
  }

  private func signIn(_ assertion: IdpAssertion, makingAccounts: Bool) throws -> IdpOutcome {
    let identity = assertion.identity
    var new = try Sessions(call: call).new(provider: identity.provider)
    new.session.note(attributes: assertion.attributes)
    let newID = try call.random.localID()
    return try BlockingFunctions(call: call).write(assertion.facts) {
      [new] call, project, settings, transaction in
      let outcome = try outcome(
        assertion, new, newID, makingAccounts, call, project, settings, in: transaction)
      if case .signedIn(let grant) = outcome, !grant.isPending {
        try IdpAssertions(call: call).useUp(assertion, in: transaction)
      }
      return outcome
    }
  }

  private func outcome(
    _ assertion: IdpAssertion, _ new: NewSession, _ newID: String, _ makingAccounts: Bool, _ call: Call,
    _ project: Project, _ settings: ProjectSettings, in transaction: Transaction
  ) throws -> IdpOutcome {
    let identity = assertion.identity
    if var known = try transaction.account(
      provider: identity.provider, rawID: identity.rawID, project: project.id)
    {
      try known.refuseIfDisabled()
      try transaction.link(identity, to: &known)
      return .signedIn(try FirstFactor(call: call).finish(for: known, new, settings, in: transaction))
    }
    let email = settings.areDuplicateEmailsAllowed ? nil : identity.email
    if let email, var known = try transaction.account(email: email, project: project.id) {
      guard assertion.isEmailVerified else { return .unconfirmed(known) }
      try known.refuseIfDisabled()
      try join(assertion, to: &known, settings, in: transaction)
      return .signedIn(try FirstFactor(call: call).finish(for: known, new, settings, in: transaction))
    }
    guard makingAccounts else { throw ServerError(.userNotFound) }
    if settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
    var account = Account(localID: newID, project: project.id, now: call.now)
    account.email = email
    account.isEmailVerified = email != nil && assertion.isEmailVerified
    account.displayName = identity.displayName
    account.photoURL = identity.photoURL
    account = try BlockingFunctions(call: call).insert(account, in: transaction)
    try transaction.link(identity, to: &account)
    try EventRecorder(call: call).created(account, in: transaction)
    return .signedIn(
      try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction))
  }

  /// Signs in to the account of an address that the provider has verified.
  private func join(
    _ assertion: IdpAssertion, to account: inout Account, _ settings: ProjectSettings,
    in transaction: Transaction
  ) throws {
    let identity = assertion.identity
    if call.dialect.linksAfterSecondFactor {
      let factors = FirstFactor.secondFactorsAsked(of: account, after: identity.provider, settings)
      guard factors.isEmpty else { return }
    }
    if !account.isEmailVerified {
      try UnverifiedMethods(call: call).remove(from: &account, settings, in: transaction)
      (account.displayName, account.photoURL) = (nil, nil)
    }
    account.isEmailVerified = true
    // Firebase's emulator takes over what the provider does not say, too.
    let isAsService = call.dialect.keepsWhatProvidersLeaveOut
    account.displayName = identity.displayName ?? (isAsService ? account.displayName : nil)
    account.photoURL = identity.photoURL ?? (isAsService ? account.photoURL : nil)
    try transaction.update(account)
    try transaction.link(identity, to: &account)
  }

  private func link(_ assertion: IdpAssertion, to token: IDToken) throws -> Grant {
    guard !token.isLegacy else { throw ServerError(.invalidIDToken) }
    let identity = assertion.identity
    let newToken = try RefreshToken(random: call.random)
    return try BlockingFunctions(call: call).write(assertion.facts) { call, project, settings, transaction in
      var account = try transaction.account(of: token, project: project.id)
      let owner = try transaction.account(
        provider: identity.provider, rawID: identity.rawID, project: project.id)
      // The emulator also refuses the identity if the account itself already has it.
      if let owner, owner.id != account.id || !call.dialect.linksOwnIdentityAgain {
        throw ServerError(.federatedUserIDAlreadyLinked)
      }
      if !settings.areDuplicateEmailsAllowed, let email = identity.email {
        try EmailAddresses(call: call).refuseTaken(email, by: account, project: project.id, in: transaction)
        account.email = account.email ?? email
      }
      if call.dialect.allowsOneIdentityPerProvider, owner == nil,
        account.identities.contains(where: { $0.provider == identity.provider })
      {
        throw ServerError(.providerAlreadyLinked)
      }
      if assertion.isEmailVerified, account.email == identity.email { account.isEmailVerified = true }
      account.isAnonymous = false
      try transaction.update(account)
      try transaction.link(identity, to: &account)
      try IdpAssertions(call: call).useUp(assertion, in: transaction)
      return try FirstFactor(call: call).link(
        identity.provider, to: account, by: token, newToken, settings, in: transaction)
    }
  }
}

private enum IdpOutcome {
  case signedIn(Grant)
  /// The address belongs to an account, but the provider has not verified the address.
  case unconfirmed(Account)
}
