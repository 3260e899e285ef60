import HTTP

/// The creation or deletion of an account, as a local server tells functions of it.
package struct SentEvent: Codable, Equatable, Sendable {
  package var id: String
  /// `created` or `deleted`.
  package var kind: String
  /// `v1`, as functions of the first generation read it, or `v2`, a CloudEvent.
  package var form: String
  package var localId: String
  /// The ID that functions see, the same in each try.
  package var eventId: String
  /// RFC 3339.
  package var madeAt: String
  package var state: State
  package var tries: Int
  /// The answer, why there is none, or why nothing is sent.
  package var answer: String?

  package struct State: RawRepresentable, Codable, Equatable, Sendable {
    package var rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let waiting = State(rawValue: "waiting")
    package static let sent = State(rawValue: "sent")
    /// No try was successful.
    package static let failed = State(rawValue: "failed")
    /// Production does not tell functions of it, so it is not sent.
    package static let silent = State(rawValue: "silent")
  }

  package init(
    id: String, kind: String, form: String, localId: String, eventId: String, madeAt: String, state: State,
    tries: Int, answer: String?
  ) {
    self.id = id
    self.kind = kind
    self.form = form
    self.localId = localId
    self.eventId = eventId
    self.madeAt = madeAt
    self.state = state
    self.tries = tries
    self.answer = answer
  }
}

/// The RPC that lists the newest events of a project, oldest first.
package enum ListEvents: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/events")

  package struct Response: Codable, Equatable, Sendable {
    /// The host and port of the Functions emulator, if it was found.
    package var functions: String?
    package var events: [SentEvent]

    package init(functions: String?, events: [SentEvent]) {
      self.functions = functions
      self.events = events
    }
  }
}

/// The RPC that sends the failed events of a project again.
package enum RetryEvents: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/events:retry")

  package struct Response: Codable, Equatable, Sendable {
    package var count: Int

    package init(count: Int) {
      self.count = count
    }
  }
}
