import IdentityToolkit

/// The creation of an account by an administrator.
///
/// No user is signed in.
struct AccountCreation: Sendable {
  let call: Call

  func create(_ request: SignUp.Request) throws -> Account {
    let email = try request.email.map { text in try EmailAddress(described: text, under: call.policy) }
    let phone = try request.phoneNumber.map { text in try PhoneNumber(described: text, under: call.policy) }
    let isAsService = call.dialect.keepsGivenFactorIDs
    let factors = try DescribedFactors(call: call).readNew(
      (request.mfaInfo ?? []).map { isAsService ? $0 : $0.withoutID })
    let localID = try request.localId ?? call.random.localID()
    // The service takes an empty one. Here, no call could name its account.
    guard (1...256).contains(localID.utf8.count) else {
      throw ServerError.badArgument("A uid has 1 to 256 bytes.")
    }
    var password: StoredPassword?
    if let text = request.password {
      try call.projectSettings().passwordRules.check(text)
      password = try Passwords(call: call).hashed(text)
    }
    return try call.store.write { [password] transaction in
      let project = try call.openProject(in: transaction).0.id
      if try transaction.account(localID: localID, project: project) != nil {
        throw ServerError(.duplicateLocalID)
      }
      if let email {
        try EmailAddresses(call: call).refuseTaken(email, by: nil, project: project, in: transaction)
      }
      if let phone, try transaction.account(phone: phone, project: project) != nil {
        throw ServerError(.phoneNumberExists)
      }
      var account = Account(localID: localID, project: project, phone: phone, now: call.now)
      account.maker = .administrator
      (account.lastLoginAt, account.lastRefreshAt) = (nil, nil)
      account.email = email
      account.isEmailVerified = request.emailVerified ?? false
      account.password = password
      account.displayName = request.displayName
      account.photoURL = request.photoUrl
      account.isDisabled = request.disabled ?? false
      account = try transaction.insert(account)
      try DescribedFactors(call: call).replace(of: &account, with: factors, in: transaction)
      try EventRecorder(call: call).created(account, in: transaction)
      return account
    }
  }
}
