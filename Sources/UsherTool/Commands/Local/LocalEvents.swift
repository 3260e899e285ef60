import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct LocalEvents: ToolCommand, AtLocalServer {
  static let name = "local events"
  static let abstract: Text = "Show the events that functions received from the local server."
  static let discussion = """
    While functions run beside it, usher serve tells them of each new and deleted account: in form v1, for \
    functions such as onCreate, and in form v2, for functions such as onUserCreated. It sends an event again \
    until a try succeeds, at most ten times. usher help serve explains how it finds functions.

    A failed event holds the later events of its account, and no others. A function can receive an event more \
    than once, always with the same ID. With --retry, the later events of the account are sent again, too, so \
    that they stay in order.

    The command looks at the newest 1000 events of the project. For those of a tenant, name it with --tenant.
    """
  static let arguments: [Argument<Self>] = [
    .option(\.uid, "uid", value: "UID", help: "Show only the events of this account."),
    .flag(\.failed, "failed", help: "Show only events that failed."),
    .flag(\.retry, "retry", help: "Send the failed events of the project again, or of the tenant."),
    .option(\.wait, "wait", value: "TIME", help: "Wait this long, until no event waits."),
  ]
  static let examples = [
    Example("usher local events", "List the newest events, and how each was answered."),
    Example("usher local events --retry", "Send failed events again."),
  ]

  var uid: String?
  var failed = false
  var retry = false
  var wait: Duration?

  struct Result: CommandResult {
    /// The host and port of the Functions emulator.
    var functions: String?
    var events: [Event]
    /// How many are sent again.
    var retried: Int?
  }

  struct Event: Codable, Sendable {
    var id: String
    var kind: String
    var form: String
    var uid: String
    var eventID: String
    var madeAt: String
    var state: String
    var tries: Int
    var answer: String?

    init(_ event: SentEvent) {
      id = event.id
      kind = event.kind
      form = event.form
      uid = event.localId
      eventID = event.eventId
      madeAt = event.madeAt
      state = event.state.rawValue
      tries = event.tries
      answer = event.answer
    }
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    let retried = retry ? try server.retryEvents() : nil
    let found = try settled(at: server, context)
    let events = found.events.filter {
      (uid == nil || $0.localId == uid) && (!failed || $0.state == .failed)
    }
    var notes: [Text] = retried.map { ["Failed events that usher sends again: \($0)."] } ?? []
    if events.isEmpty {
      notes.append("No events for project \(try context.place.destination().project).")
    }
    return Report(
      .ok, Result(functions: found.functions, events: events.map(Event.init), retried: retried),
      lines: events.map(\.line), notes: notes)
  }

  /// Returns the events, with `--wait` when none of them waits.
  private func settled(at server: LocalServerAdmin, _ context: Context) throws -> ListEvents.Response {
    let end = context.world.now() + (wait?.seconds ?? 0)
    while true {
      let found = try server.events()
      let waiting = found.events.count { $0.state == .waiting }
      guard wait != nil, waiting > 0 else { return found }
      guard context.world.now() < end else {
        throw Diagnosis(.timedOut, "events still wait: \(waiting)", hint: "try again with a longer --wait")
      }
      context.world.pause(.milliseconds(100))
      if context.world.interruption() != nil { throw TerminalError.interrupted }
    }
  }
}

extension SentEvent {
  fileprivate var line: Text {
    let state: Text =
      switch state {
      case .waiting where tries == 0: Text("waiting")
      case .waiting:
        Text(counting: tries, one: "waiting, after \(tries) try", other: "waiting, after \(tries) tries")
      case .failed:
        Text(counting: tries, one: "failed, after \(tries) try", other: "failed, after \(tries) tries")
      case .sent: Text("sent")
      case .silent: "not sent"
      default: Text(verbatim: self.state.rawValue)
      }
    let outcome = answer.map { Text("\(state) (\(SafeText.brief($0)))") } ?? state
    let words = [id, kind, form, localId].map { Text(verbatim: SafeText.brief($0)) }
    return (words + [outcome]).joined(separator: "  ")
  }
}
