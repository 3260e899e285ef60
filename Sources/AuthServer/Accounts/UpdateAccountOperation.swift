import Essentials
import IdentityToolkit

/// The operation that changes the account of an ID token or, for an administrator, the named account.
struct UpdateAccountOperation: Operation {
  let call: Call

  func answer(_ request: UpdateAccount.Request) throws -> UpdateAccount.Response {
    let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
    // If the request has an ID token, the service changes only that account and ignores the code.
    if let code = request.oobCode, !code.isEmpty, idToken == nil || !call.dialect.prefersTokenToCode {
      let token = try idToken.map { try call.verified($0) }
      return try ActionCodeApplication(call: call).apply(code, by: token)
    }
    let change = try accountChange(request)
    let wayBack = try ActionLinks(call: call).new(.recoverEmail)
    let newToken = try RefreshToken(random: call.random)
    let (account, grant, isNewSignIn) = try call.store.write { transaction -> (Account, Grant?, Bool) in
      let (project, settings) = try call.openProject(in: transaction)
      var account = try self.account(change.subject, project: project.id, in: transaction)
      try check(change, of: account, settings, in: transaction)
      let changesCredential = try carryOut(change, on: &account, wayBack: wayBack, in: transaction)
      guard changesCredential || change.endsSessions, case .own(let token) = change.subject
      else { return (account, nil, false) }
      // The change also ended the caller's own tokens.
      let provider = token.provider == "anonymous" && account.hasPasswordProvider ? "password" : nil
      return (
        account,
        try Sessions(call: call).renew(
          token, of: account, provider: provider, signedInAt: changesCredential ? call.now : nil, newToken,
          in: transaction), changesCredential
      )
    }
    var response = UpdateAccount.Response(account, under: call.policy)
    if !change.isByAdministrator || !call.dialect.hidesNewAddressFromAdministrators {
      response.newEmail = change.email?.text
    }
    if let grant {
      // The older kind of token counts from now, so it must not continue an earlier sign-in.
      try Sessions(call: call).fill(
        &response, with: grant, asSecureToken: isNewSignIn ? request.returnSecureToken : true)
    }
    if request.returnSecureToken != true, call.dialect.givesTokensOnlyIfAsked {
      (response.refreshToken, response.expiresIn) = (nil, nil)
    }
    return response
  }

  /// Checks the request as far as possible without the account.
  private func accountChange(_ request: UpdateAccount.Request) throws -> CheckedUpdate {
    let subject: CheckedUpdate.Subject
    if let idToken = request.idToken, !idToken.isEmpty {
      subject = .own(try call.verified(idToken))
    } else if call.isAdministrator {
      guard let localID = request.localId, !localID.isEmpty else { throw ServerError(.missingLocalID) }
      subject = .named(localID)
    } else {
      throw ServerError(.invalidReqType, "Unsupported request parameters.")
    }
    var change = try CheckedUpdate(
      request, of: subject, asAdministrator: call.isAdministrator, under: call.policy)
    change.secondFactors = try request.mfa.map {
      try DescribedFactors(call: call).read($0.enrollments ?? [], needsIDs: true)
    }
    if let password = request.password, !password.isEmpty {
      switch subject {
      case .own(let token): try RecentSignIn(call: call).require(of: token)
      // The password of nobody is not looked at.
      case .named:
        try call.store.read { transaction in
          _ = try account(subject, project: call.findProject(in: transaction).id, in: transaction)
        }
      }
      try call.projectSettings().passwordRules.check(password)
      change.password = try Passwords(call: call).hashed(password)
    }
    return change
  }

  private func account(
    _ subject: CheckedUpdate.Subject, project: Int64, in transaction: Transaction
  ) throws -> Account {
    switch subject {
    case .own(let token): return try transaction.account(of: token, project: project)
    case .named(let localID):
      guard let account = try transaction.account(localID: localID, project: project)
      else { throw ServerError(.userNotFound) }
      return account
    }
  }

  /// Checks everything that can be wrong with the change before anything is written.
  private func check(
    _ change: CheckedUpdate, of account: Account, _ settings: ProjectSettings, in transaction: Transaction
  ) throws {
    if let email = change.email, email != account.email {
      if case .own(let token) = change.subject {
        if settings.hidesAddresses(under: call.policy), !call.isAdministrator {
          throw ServerError.unverifiedChange
        }
        try RecentSignIn(call: call).require(of: token)
      }
      try EmailAddresses(call: call).refuseTaken(
        email, by: account, project: account.project, in: transaction)
    }
    _ = try unenrolled(by: change, of: account, in: transaction)
    if change.password != nil, !call.isAdministrator, change.email ?? account.email == nil {
      throw ServerError(.missingEmail)
    }
    if let phone = change.phone, let owner = try transaction.account(phone: phone, project: account.project),
      owner.id != account.id
    {
      throw ServerError(.phoneNumberExists)
    }
    if let identity = change.identity,
      let owner = try transaction.account(
        provider: identity.provider, rawID: identity.rawID, project: account.project),
      owner.id != account.id
    {
      throw ServerError(.federatedUserIDAlreadyLinked)
    }
  }

  /// Makes the change.
  ///
  /// Returns whether the address or the password changed, which ends the account's sessions.
  private func carryOut(
    _ change: CheckedUpdate, on account: inout Account, wayBack: ActionLink, in transaction: Transaction
  ) throws -> Bool {
    if let factors = change.secondFactors {
      try DescribedFactors(call: call).replace(of: &account, with: factors, in: transaction)
    }
    var endsSessions = change.password != nil
    if let email = change.email, email != account.email {
      if change.isByAdministrator, call.dialect.administratorsChangeSilently {
        // Administrators decide themselves about the address and whom to notify.
        if let old = account.email {
          try transaction.keepAddressChanges(account: account.id, from: old, to: email)
        }
        account.email = email
      } else {
        try EmailAddresses(call: call).change(
          of: &account, to: email, isVerified: false, wayBack: wayBack, in: transaction)
      }
      endsSessions = true
    }
    if let password = change.password {
      try transaction.deleteAddressChanges(account: account.id)
      if let email = account.email { try transaction.forgetFailures(email: email, project: account.project) }
      account.password = password
    }
    if endsSessions {
      Sessions(call: call).endAll(of: &account)
    } else if change.endsSessions, case .own(let token) = change.subject {
      // Nobody has shown a password, so the session that continues keeps its sign-in time. But if sessions of the same
      // second do not end, only a new time distinguishes it from them.
      Sessions(call: call).endAll(
        of: &account, keeping: call.policy.sessionsEndAtOnce ? token.signedInAt : nil)
    }
    // This way, the earlier sessions stay ended even if the clock goes back later.
    if call.isAdministrator, let since = change.validSince, since.seconds >= call.now.seconds {
      account.generation += 1
    }
    change.applyFields(to: &account)
    for passkey in try unenrolled(by: change, of: account, in: transaction) {
      try transaction.deletePasskey(row: passkey.id)
    }
    for provider in change.unlinkedProviders(of: account) {
      try transaction.unlinkIdentity(provider: provider, from: &account)
    }
    if let identity = change.identity { try transaction.link(identity, to: &account) }
    // An account that ever had a passkey is not anonymous.
    account.isAnonymous = account.isAnonymous && account.email == nil && !account.hasProviders
    try transaction.update(account)
    return endsSessions
  }

  /// Returns the passkeys that the change unenrolls.
  ///
  /// Firebase's emulator ignores IDs that the account does not have.
  private func unenrolled(
    by change: CheckedUpdate, of account: Account, in transaction: Transaction
  ) throws -> [Passkey] {
    if change.deletedPasskeys.isEmpty { return [] }
    let enrolled = try transaction.passkeys(account: account.id)
    var passkeys: [Passkey] = []
    for id in change.deletedPasskeys {
      let stored = try? PasskeyRules(call: call).stored(credentialID: id)
      let found = enrolled.first { $0.credentialID == stored || $0.credentialID == id }
      if let found {
        passkeys.append(found)
      } else if call.dialect.refusesUnknownPasskeys {
        throw PasskeyRules(call: call).unknown
      }
    }
    return passkeys
  }
}
