import Flows

/// One of several sessions in a result.
struct NamedSessionResult: Codable, Sendable {
  var name: String
  /// Whether commands act as it.
  var current: Bool
  var account: AccountResult
  var session: SessionResult

  init(_ session: SavedSession, named name: String, isCurrent: Bool) {
    self.name = name
    current = isCurrent
    account = AccountResult(session)
    self.session = SessionResult(session)
  }
}
