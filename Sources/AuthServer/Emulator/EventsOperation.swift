import Essentials
import HTTP
import IdentityToolkit

/// The operation that lists the newest events of the project, or of the tenant that the path names.
struct ListEventsOperation: Operation {
  private static let most = 1000

  let call: Call

  func answer(_ request: EmptyObject) throws -> ListEvents.Response {
    let events = try call.store.read { transaction in
      try transaction.events(project: call.knownProject(in: transaction).id, limit: Self.most)
    }
    let link = call.parts.link
    return ListEvents.Response(
      functions: call.project == link.project ? link.place?.origin.authority : nil,
      events: events.map(SentEvent.init))
  }
}

/// The operation that sends failed events again.
struct RetryEventsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> RetryEvents.Response {
    try call.store.write { transaction in
      transaction.afterCommit { [link = call.parts.link] in link.signal() }
      return RetryEvents.Response(
        count: try transaction.retryEvents(project: call.knownProject(in: transaction).id))
    }
  }
}

extension SentEvent {
  init(_ event: AccountEvent) {
    self.init(
      id: String(event.id), kind: event.kind.rawValue, form: event.form.rawValue, localId: event.localID,
      eventId: RandomValues.uuid(event.eventID), madeAt: event.madeAt.rfc3339WithFraction,
      state: State(rawValue: event.state.rawValue), tries: event.tries, answer: event.answer)
  }
}
