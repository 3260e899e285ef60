import IdentityToolkit

extension Call {
  /// Takes a second factor off, which ends the account's earlier sessions.
  func withdrawMFA(_ request: WithdrawMFA.Request) throws -> WithdrawMFA.Response {
    try refuse(tenant: request.tenantId)
    let token = try verified(request.idToken)
    guard let id = request.mfaEnrollmentId, !id.isEmpty else { throw ServerError.missingFactorID }
    let newToken = try RefreshToken(random: random)
    let grant = try store.write { transaction in
      let project = try openProject(in: transaction).0.id
      var account = try transaction.account(of: token, project: project)
      guard let factor = account.secondFactors.first(where: { $0.enrollmentID == id })
      else { throw ServerError(.mfaEnrollmentNotFound) }
      // Or a session from before the factor was there could remove it.
      try requireRecentSignIn(token)
      try transaction.withdraw(factor, from: &account)
      endSessions(of: &account, keeping: token.signedInAt)
      try transaction.update(account)
      return try renew(token, of: account, newToken, in: transaction) { session in
        if session.secondFactorIdentifier == id {
          (session.secondFactor, session.secondFactorIdentifier) = (nil, nil)
        }
      }
    }
    var response = WithdrawMFA.Response()
    try fill(&response, with: grant)
    return response
  }
}
