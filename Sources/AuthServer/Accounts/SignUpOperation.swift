import IdentityToolkit

/// The operation that creates an account: anonymous, with a password, or as an administrator describes it.
///
/// With an ID token, it links an address and a password to that account.
struct SignUpOperation: Operation {
  let call: Call

  func answer(_ request: SignUp.Request) throws -> SignUp.Response {
    if let idToken = request.idToken, !idToken.isEmpty {
      try refuseLocalID(request)
      return try response(linkPassword(request, to: try call.verified(idToken)))
    }
    if call.isAdministrator { return madeByOwner(try AccountCreation(call: call).create(request)) }
    try refuseLocalID(request)
    if request.email == nil, request.password == nil { return try response(signUpAnonymously(request)) }
    return try response(signUpWithPassword(request))
  }

  private func signUpAnonymously(_ request: SignUp.Request) throws -> Grant {
    let factors = try secondFactors(request)
    let new = try Sessions(call: call).new(provider: "anonymous")
    let newID = try call.random.localID()
    return try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      guard settings.isAnonymousEnabled, !settings.isSignUpDisabled
      else { throw ServerError(.adminOnlyOperation) }
      var account = Account(localID: newID, project: project.id, now: call.now)
      account.isAnonymous = true
      account = try transaction.insert(account)
      try complete(account, with: factors, in: transaction)
      return try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction)
    }
  }

  private func signUpWithPassword(_ request: SignUp.Request) throws -> Grant {
    let (email, password) = try credentials(request)
    let factors = try secondFactors(request)
    let new = try Sessions(call: call).new(provider: "password")
    let newID = try call.random.localID()
    return try BlockingFunctions(call: call).write(SignInFacts(method: "password")) {
      call, project, settings, transaction in
      try AppVerification(call: call).admit(
        request.recaptcha, for: .signUpPassword, settings, project: project.id, in: transaction)
      if settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      try EmailAddresses(call: call).refuseTaken(email, by: nil, project: project.id, in: transaction)
      var account = Account(localID: newID, project: project.id, now: call.now)
      account.email = email
      account.password = password
      account.displayName = request.displayName
      account = try BlockingFunctions(call: call).insert(account, in: transaction)
      try complete(account, with: factors, in: transaction)
      return try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction)
    }
  }

  /// Stores the second factors of a new account, which this sign-in does not require yet.
  private func complete(
    _ account: Account, with factors: [DescribedFactor], in transaction: Transaction
  ) throws {
    var account = account
    try DescribedFactors(call: call).replace(of: &account, with: factors, in: transaction)
    try EventRecorder(call: call).created(account, in: transaction)
  }

  /// Links an address and a password to the account of `token`.
  private func linkPassword(_ request: SignUp.Request, to token: IDToken) throws -> Grant {
    let (email, password) = try credentials(request)
    let factors = try secondFactors(request)
    let newToken = try RefreshToken(random: call.random)
    let wayBack = try ActionLinks(call: call).new(.recoverEmail)
    return try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      try AppVerification(call: call).admit(
        request.recaptcha, for: .signUpPassword, settings, project: project.id, in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      try EmailAddresses(call: call).refuseTaken(email, by: account, project: project.id, in: transaction)
      // Replacing an address or a password is a change, so the same rules apply.
      let changesAddress = account.email.map { $0 != email } ?? false
      let changesPassword = account.password != nil
      if changesAddress, settings.hidesAddresses(under: call.policy) { throw ServerError.unverifiedChange }
      // The older kind of token is valid for weeks, so it does not outlive this.
      let endsSessions = changesAddress || changesPassword || token.isLegacy
      if endsSessions { try RecentSignIn(call: call).require(of: token) }
      if account.email != email {
        try EmailAddresses(call: call).change(
          of: &account, to: email, isVerified: false, wayBack: wayBack, in: transaction)
      }
      account.password = password
      account.isAnonymous = false
      account.displayName = request.displayName ?? account.displayName
      if endsSessions { Sessions(call: call).endAll(of: &account) }
      try transaction.update(account)
      if request.mfaInfo != nil {
        try DescribedFactors(call: call).replace(of: &account, with: factors, in: transaction)
      }
      return try Sessions(call: call).renew(
        token, of: account, provider: "password",
        signedInAt: endsSessions ? call.now : nil, newToken, in: transaction)
    }
  }

  /// Returns the request's address and password, checked and hashed.
  private func credentials(_ request: SignUp.Request) throws -> (EmailAddress, StoredPassword) {
    let email = try EmailAddress(given: request.email, under: call.policy)
    guard let password = request.password, !password.isEmpty else { throw ServerError(.missingPassword) }
    let settings = try call.projectSettings()
    guard settings.isEmailEnabled else { throw ServerError(.operationNotAllowed) }
    try settings.passwordRules.check(password)
    return (email, try Passwords(call: call).hashed(password))
  }

  /// Returns the second factors of a client's request, which only the emulator accepts.
  ///
  /// They are required from the next sign-in on.
  private func secondFactors(_ request: SignUp.Request) throws -> [DescribedFactor] {
    if request.mfaInfo != nil, call.dialect.refusesFactorsAtSignUp {
      throw ServerError(.insufficientPermission)
    }
    return try DescribedFactors(call: call).readNumbers(request.mfaInfo)
  }

  func refuseLocalID(_ request: SignUp.Request) throws(ServerError) {
    guard request.localId == nil else { throw ServerError(.unexpectedParameter, "User ID") }
  }

  private func madeByOwner(_ account: Account) -> SignUp.Response {
    var response = SignUp.Response(account)
    if call.dialect.saysLittleOfMadeAccounts {
      response.displayName = nil
      response.email = response.email ?? ""
    }
    return response
  }

  private func response(_ grant: Grant) throws -> SignUp.Response {
    var response = SignUp.Response(grant.account)
    try Sessions(call: call).fill(&response, with: grant)
    return response
  }
}
