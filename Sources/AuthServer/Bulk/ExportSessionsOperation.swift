import Essentials
import IdentityToolkit

/// The operation that exports the active sessions.
///
/// The export has the identifiers by which another server recognizes their refresh tokens.
struct ExportSessionsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> ExportSessions.Response {
    try call.store.read { transaction in
      let project = try call.knownProject(in: transaction).id
      return .init(
        accounts: try transaction.sessions(project: project).compactMap { account, sessions in
          AccountSessions(of: account, sessions)
        })
    }
  }
}

extension AccountSessions {
  /// Returns nil if none of the sessions is active.
  fileprivate init?(of account: Account, _ sessions: [StoredSession]) {
    let validSince = account.validSince ?? .distantPast
    let live = sessions.filter {
      $0.session.generation == account.generation && $0.session.signedInAt.seconds >= validSince.seconds
    }
    if live.isEmpty { return nil }
    self.init(
      localId: account.localID,
      validSince: account.validSince.map { DecimalText(String($0.milliseconds)) },
      sessions: live.map(Session.init))
  }
}
