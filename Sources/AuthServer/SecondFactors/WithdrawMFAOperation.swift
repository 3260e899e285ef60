import IdentityToolkit

/// The operation that unenrolls a second factor, which ends the account's earlier sessions.
struct WithdrawMFAOperation: Operation {
  let call: Call

  func answer(_ request: WithdrawMFA.Request) throws -> WithdrawMFA.Response {
    let token = try call.verifiedForFactors(request.idToken)
    let id = request.mfaEnrollmentId
    let newToken = try RefreshToken(random: call.random)
    let grant = try call.store.write { transaction in
      let project = try call.openProject(in: transaction).0.id
      var account = try transaction.account(of: token, project: project)
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id })
      else { throw ServerError(.mfaEnrollmentNotFound) }
      // Otherwise, a session from before the enrollment could remove the factor.
      try RecentSignIn(call: call).require(of: token)
      try transaction.withdraw(factor, from: &account)
      account.hasWithdrawnFactors = true
      Sessions(call: call).endAll(of: &account, keeping: token.signedInAt)
      try transaction.update(account)
      return try Sessions(call: call).renew(token, of: account, newToken, in: transaction) { session in
        if session.secondFactorIdentifier == id {
          (session.secondFactor, session.secondFactorIdentifier) = (nil, nil)
        }
      }
    }
    var response = WithdrawMFA.Response()
    try Sessions(call: call).fill(&response, with: grant)
    return response
  }
}
