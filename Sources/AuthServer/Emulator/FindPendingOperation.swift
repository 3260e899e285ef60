import Crypto
import IdentityToolkit

/// The operation that returns which pending steps can still be finished.
struct FindPendingOperation: Operation {
  let call: Call

  func answer(_ request: FindPending.Request) throws -> FindPending.Response {
    let known = try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      return try (request.given ?? []).filter { try isKnown($0, project, transaction) }
    }
    return FindPending.Response(given: known)
  }

  private func isKnown(_ given: String, _ project: Int64, _ transaction: Transaction) throws -> Bool {
    if let info = SessionInfo(given) {
      if let session = try transaction.phoneSession(row: info.row, project: project),
        ConstantTime.equal(session.secret, info.secret)
      {
        return call.period(ofLast: call.policy.codeLifetime).contains(session.createdAt)
      }
      if let session = try transaction.totpEnrollment(row: info.row, project: project),
        ConstantTime.equal(session.sessionSecret, info.secret)
      {
        return session.totp != nil
          && call.period(ofLast: Policy.totpEnrollmentLifetime).contains(session.createdAt)
      }
    }
    do {
      _ = try PendingCredentials(call: call).signIn(given, project: project, in: transaction)
      return true
    } catch is ServerError {
      return false
    }
  }
}
