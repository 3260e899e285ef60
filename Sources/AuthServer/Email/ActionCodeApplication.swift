import IdentityToolkit

/// The part of `accounts:update` that uses a mailed code and not an ID token.
struct ActionCodeApplication: Sendable {
  let call: Call

  /// Does the action of a mailed code: verifies, changes or restores an address, or unenrolls a second factor.
  ///
  /// - Parameter token: The client's ID token, if any. It must be valid, although the code is enough.
  func apply(_ code: String, by token: IDToken? = nil) throws -> UpdateAccount.Response {
    let wayBack = try ActionLinks(call: call).new(.recoverEmail)
    let (account, newEmail) = try call.store.write { transaction -> (Account, EmailAddress?) in
      let project = try call.findProject(in: transaction).id
      if let token { _ = try transaction.account(of: token, project: project) }
      let code = try ActionLinks(call: call).code(code, project: project, in: transaction)
      if code.requestType == .revertSecondFactorAddition {
        return (try revertSecondFactor(code, in: transaction), nil)
      }
      guard [.verifyEmail, .verifyAndChangeEmail, .recoverEmail].contains(code.requestType)
      else { throw ServerError(.invalidOOBCode) }
      // At Firebase's emulator, a code works once, even if the change is refused.
      if call.dialect.usesUpRefusedCodes { try transaction.delete(actionCode: code.id) }
      var account = try ActionLinks(call: call).account(of: code, in: transaction)
      let email = code.newEmail.flatMap { code.requestType == .recoverEmail ? nil : $0 } ?? code.email
      try EmailAddresses(call: call).refuseTaken(email, by: account, project: project, in: transaction)
      try transaction.delete(actionCode: code.id)
      switch code.requestType {
      case .verifyAndChangeEmail where account.email != email:
        try EmailAddresses(call: call).change(
          of: &account, to: email, isVerified: true, wayBack: call.dialect.mailsWayBack ? wayBack : nil,
          in: transaction)
        if call.dialect.endsSessionsByLink { Sessions(call: call).endAll(of: &account) }
      case .recoverEmail:
        // The person who changed the address may have mailed links and may still be signed in.
        try transaction.deleteActionCodes(account: account.id, includingRecovery: true)
        if call.dialect.endsSessionsByLink { Sessions(call: call).endAll(of: &account) }
      default: break
      }
      account.email = email
      account.isEmailVerified = true
      try transaction.update(account)
      return (account, code.requestType == .verifyAndChangeEmail ? email : nil)
    }
    var response = UpdateAccount.Response(account, under: call.policy)
    response.newEmail = newEmail?.text
    return response
  }

  /// Unenrolls the factor, which an intruder may have enrolled.
  ///
  /// It ends all sessions, including the intruder's.
  private func revertSecondFactor(_ code: ActionCode, in transaction: Transaction) throws -> Account {
    var account = try ActionLinks(call: call).account(of: code, in: transaction)
    guard let factor = account.secondFactors.first(where: { $0.id == code.secondFactor })
    else { throw ServerError(.invalidOOBCode) }
    try transaction.withdraw(factor, from: &account)
    Sessions(call: call).endAll(of: &account)
    try transaction.update(account)
    return account
  }
}
