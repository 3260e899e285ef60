import IdentityToolkit

extension Call {
  func signUp(_ request: SignUp.Request) throws -> SignUp.Response {
    try refuse(tenant: request.tenantId)
    if let idToken = request.idToken, !idToken.isEmpty {
      try refuseLocalID(request)
      return try response(linkPassword(request, to: try verified(idToken)))
    }
    if isOwner { return try createAccount(request) }
    try refuseLocalID(request)
    if request.mfaInfo != nil { throw ServerError(.insufficientPermission) }
    if request.email == nil, request.password == nil { return try response(signUpAnonymously()) }
    return try response(signUpWithPassword(request))
  }

  private func signUpAnonymously() throws -> Grant {
    let new = try newSession(provider: "anonymous")
    let newID = try random.localID()
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      guard settings.isAnonymousEnabled, !settings.isSignUpDisabled
      else { throw ServerError(.adminOnlyOperation) }
      var account = Account(localID: newID, project: project.id, now: now)
      account.isAnonymous = true
      account = try transaction.insert(account)
      return try finishFirstFactor(of: account, isNew: true, new, in: transaction)
    }
  }

  private func signUpWithPassword(_ request: SignUp.Request) throws -> Grant {
    let (email, password) = try credentials(request)
    let new = try newSession(provider: "password")
    let newID = try random.localID()
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      if settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      try refuseTaken(email, by: nil, project: project.id, in: transaction)
      var account = Account(localID: newID, project: project.id, now: now)
      account.email = email
      account.password = password
      account.displayName = request.displayName
      account = try transaction.insert(account)
      return try finishFirstFactor(of: account, isNew: true, new, in: transaction)
    }
  }

  /// Makes an address and a password ways in to the account of `token`.
  private func linkPassword(_ request: SignUp.Request, to token: IDToken) throws -> Grant {
    let (email, password) = try credentials(request)
    let newToken = try RefreshToken(random: random)
    let wayBack = try actionLink(.recoverEmail)
    return try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      var account = try transaction.account(of: token, project: project.id)
      try refuseTaken(email, by: account, project: project.id, in: transaction)
      // What replaces an address or a password is a change of it, by whatever name it comes.
      let changesAddress = account.email.map { $0 != email } ?? false
      let changesPassword = account.password != nil
      if changesAddress, hidesAddresses(settings) { throw ServerError.unverifiedChange }
      if changesAddress || changesPassword { try requireRecentSignIn(token) }
      if account.email != email {
        try changeAddress(of: &account, to: email, isVerified: false, wayBack: wayBack, in: transaction)
      }
      account.password = password
      account.isAnonymous = false
      account.displayName = request.displayName ?? account.displayName
      if changesAddress || changesPassword { endSessions(of: &account) }
      try transaction.update(account)
      return try renew(
        token, of: account, provider: "password",
        signedInAt: changesAddress || changesPassword ? now : nil, newToken, in: transaction)
    }
  }

  /// Makes an account as an administrator describes it; nobody is signed in.
  private func createAccount(_ request: SignUp.Request) throws -> SignUp.Response {
    let email = try request.email.map { text in try emailAddress(text) }
    let phone = try request.phoneNumber.map { text in try phoneNumber(text) }
    let factors = try describedFactors(request.mfaInfo ?? [])
    guard factors.allSatisfy({ $0.phone != nil }) else { throw ServerError(.unsupportedSecondFactor) }
    let localID = try request.localId ?? random.localID()
    guard (1...128).contains(localID.utf8.count) else {
      throw ServerError(.invalidArgument, "A uid has 1 to 128 bytes.", status: "INVALID_ARGUMENT")
    }
    var password: StoredPassword?
    if let text = request.password {
      try projectSettings().passwordRules.check(text)
      password = try hashed(text)
    }
    let account = try store.write { [password] transaction in
      let project = try openProject(in: transaction).0.id
      if try transaction.account(localID: localID, project: project) != nil {
        throw ServerError(.duplicateLocalID)
      }
      if let email { try refuseTaken(email, by: nil, project: project, in: transaction) }
      if let phone, try transaction.account(phone: phone, project: project) != nil {
        throw ServerError(.phoneNumberExists)
      }
      var account = Account(localID: localID, project: project, phone: phone, now: now)
      account.email = email
      account.isEmailVerified = request.emailVerified ?? false
      account.password = password
      account.displayName = request.displayName
      account.photoURL = request.photoUrl
      account.isDisabled = request.disabled ?? false
      account = try transaction.insert(account)
      try replaceFactors(of: &account, with: factors, in: transaction)
      return account
    }
    return response(to: account)
  }

  /// The address and the password of a request, checked and hashed.
  private func credentials(_ request: SignUp.Request) throws -> (EmailAddress, StoredPassword) {
    let email = try emailAddress(request.email)
    guard let password = request.password, !password.isEmpty else { throw ServerError(.missingPassword) }
    let settings = try projectSettings()
    guard settings.isEmailEnabled else { throw ServerError(.operationNotAllowed) }
    try settings.passwordRules.check(password)
    return (email, try hashed(password))
  }

  private func refuseLocalID(_ request: SignUp.Request) throws(ServerError) {
    guard request.localId == nil else { throw ServerError(.unexpectedParameter, "User ID") }
  }

  private func response(_ grant: Grant) throws -> SignUp.Response {
    var response = response(to: grant.account)
    try fill(&response, with: grant)
    return response
  }

  private func response(to account: Account) -> SignUp.Response {
    var response = SignUp.Response()
    response.localId = account.localID
    response.email = account.email?.text
    response.displayName = account.displayName
    return response
  }
}

extension ServerError {
  /// With enumeration protection, an address is only changed by the link that was mailed to the new one.
  static let unverifiedChange = ServerError(
    .operationNotAllowed, "Please verify the new email before changing email.")
}

extension Call {
  func phoneNumber(_ text: String) throws(ServerError) -> PhoneNumber {
    guard let phone = PhoneNumber(e164: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    return phone
  }
}
