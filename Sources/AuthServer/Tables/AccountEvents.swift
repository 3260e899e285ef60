import Essentials
import IdentityToolkit

/// The creation or deletion of an account, in one of the forms in which functions are told of it.
struct AccountEvent: Sendable, Equatable {
  enum Kind: String, Sendable, SQLValue {
    case created, deleted
  }

  enum Form: String, Sendable, SQLValue {
    /// As functions of the first generation receive it.
    case v1
    /// A CloudEvent.
    case v2
  }

  enum State: String, Sendable, SQLValue {
    case waiting, sent
    /// No try was successful.
    case failed
    /// Production does not tell functions of it, so it is not sent.
    case silent
  }

  /// Whose events keep their order.
  struct Subject: Sendable, Hashable {
    var project: Int64
    var localID: String
  }

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  /// The row of the project or tenant.
  var project: Int64
  var localID: String
  var kind: Kind
  var form: Form
  /// 16 random bytes, which the database adds.
  fileprivate(set) var eventID: [UInt8] = []
  /// The account at that time, as this form describes it: JSON.
  var account: String
  var madeAt: Date
  var state = State.waiting
  var tries = 0
  /// The functions' answer, why there is none, or why nothing is sent.
  var answer: String?

  var subject: Subject { Subject(project: project, localID: localID) }
}

/// A row of `events`.
extension AccountEvent: Record {
  static let table: StaticString = "events"

  init() {
    self.init(project: 0, localID: "", kind: .created, form: .v1, account: "", madeAt: .distantPast)
  }

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project, .fixed)
    try row.column("local_id", &localID, .fixed)
    try row.column("kind", &kind, .fixed)
    try row.column("form", &form, .fixed)
    try row.column("event_id", &eventID, .fixed)
    try row.check(eventID.count == 16, "event_id")
    try row.column("account", &account, .fixed)
    try row.column("made_at", &madeAt, .fixed)
    try row.column("state", &state)
    // There must be room for one more.
    try row.column("tries", &tries, in: 0..<Int.max)
    try row.column("answer", &answer)
  }
}

extension Transaction {
  /// Adds an event, without its ID, which the database draws: a transaction may run twice.
  func insert(_ event: AccountEvent) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO events (project, local_id, kind, form, account, made_at, state, answer)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, event.project, event.localID, event.kind, event.form, event.account, event.madeAt, event.state,
      event.answer)
  }

  /// Stores what became of an event.
  func settle(_ event: AccountEvent) throws(StorageFailure) {
    try connection.update(event)
  }

  /// Returns the first events of a project and its tenants that were not sent yet, oldest first.
  ///
  /// - Parameter held: The accounts whose events are not returned.
  func waitingEvents(
    of project: String, except held: some Sequence<AccountEvent.Subject> = [], limit: Int
  ) throws(StorageFailure) -> [AccountEvent] {
    let held = JSONValue.array(held.map { [.integer($0.project), .string($0.localID)] })
    // "0" is the character after the slash in the names of tenants.
    return try connection.all(
      AccountEvent.self,
      where: """
        state = 'waiting' AND +project IN
          (SELECT id FROM projects WHERE name = ?1 OR name > ?2 AND name < ?3)
          AND (project, local_id) NOT IN
            (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?4))
          ORDER BY id LIMIT ?5
        """, project, project + "/", project + "0", held.text, limit)
  }

  /// Returns the tenant of a project's row, or nil if it is not a tenant.
  func tenant(row: Int64) throws(StorageFailure) -> String? {
    let name: String? = try connection.value("SELECT name FROM projects WHERE id = ?", row)
    return name.flatMap { ProjectName($0).tenant }
  }

  /// Returns the newest events of a project or tenant, oldest first.
  func events(project: Int64, limit: Int) throws(StorageFailure) -> [AccountEvent] {
    try connection.all(
      AccountEvent.self, where: "project = ? ORDER BY id DESC LIMIT ?", project, limit
    ).reversed()
  }

  /// Makes failed events wait again, and the later ones of the same account and form, which stay behind them.
  ///
  /// Returns how many.
  func retryEvents(project: Int64) throws(StorageFailure) -> Int {
    try connection.run(
      """
      UPDATE events SET state = 'waiting', tries = 0, answer = NULL WHERE id IN (
        SELECT id FROM events JOIN (
          SELECT local_id, form, min(id) AS first FROM events WHERE project = ?1 AND state = 'failed'
            GROUP BY local_id, form) USING (local_id, form)
          WHERE project = ?1 AND id >= first AND state IN ('failed', 'sent'))
      """, project)
  }

  /// Whether there are more than `kept` events.
  func hasEvents(beyond kept: Int) throws(StorageFailure) -> Bool {
    let oldest: Int64?? = try connection.value("SELECT min(id) FROM events")
    return try newestEvent() - max(0, (oldest ?? nil) ?? 0) >= Int64(kept)
  }

  /// Deletes all but the newest `kept` events.
  ///
  /// Returns how many of the deleted ones were never sent.
  func trimEvents(keeping kept: Int) throws(StorageFailure) -> Int {
    let last = try newestEvent() - Int64(kept)
    let waiting: Int =
      try connection.value("SELECT count(*) FROM events WHERE state = 'waiting' AND id <= ?", last) ?? 0
    try connection.run("DELETE FROM events WHERE id <= ?", last)
    return waiting
  }

  private func newestEvent() throws(StorageFailure) -> Int64 {
    let newest: Int64?? = try connection.value("SELECT max(id) FROM events")
    return max(0, (newest ?? nil) ?? 0)
  }

  /// Makes `holder` the server that sends a project's events, unless another server still is.
  ///
  /// Returns whether it is.
  func takeSending(
    of project: String, for holder: [UInt8], until end: Date, at now: Date
  ) throws(StorageFailure) -> Bool {
    // A later end was written before somebody set the clock back.
    return try connection.run(
      """
      INSERT INTO event_senders (project, holder, until) VALUES (?1, ?2, ?3)
        ON CONFLICT (project) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE holder = excluded.holder OR until <= ?4 OR until > excluded.until
      """, project, holder, end, now) > 0
  }

  /// Returns until when `holder` sends a project's events, or nil if it does not.
  func sends(_ project: String, _ holder: [UInt8]) throws(StorageFailure) -> Date? {
    try connection.value("SELECT until FROM event_senders WHERE project = ? AND holder = ?", project, holder)
  }

  func endSending(of project: String, by holder: [UInt8]) throws(StorageFailure) {
    try connection.run("DELETE FROM event_senders WHERE project = ? AND holder = ?", project, holder)
  }
}
