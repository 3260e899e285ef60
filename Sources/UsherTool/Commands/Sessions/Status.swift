import CommandKit
import Essentials
import IdentityToolkit

struct Status: ToolCommand {
  static let name = "status"
  static let abstract = "Show the sessions and pending steps here, and where commands go."
  static let discussion = "Offline. Exits 0 whether or not somebody is signed in."
  static let arguments: [Argument<Self>] = [
    .flag(\.all, "all", help: "Show every endpoint and project that something is saved for.")
  ]
  static let examples = [
    Example("usher status", "Show what is here."),
    Example("usher status --all --json", "Show everything that is saved, for a script."),
  ]
  static let fields =
    ["project", "tenant", "source", "session"]
    + ["profile", "endpoint", "project", "tenant"].map { "places[]." + $0 }
    + ["name", "current"].map { "places[].sessions[]." + $0 }
    + SavedSession.fields.map { "places[].sessions[]." + $0 }
    + PendingStep.fields.map { "places[].pending[]." + $0 }

  var all = false

  func report(in context: Context) throws -> Report {
    let destination = try context.destination()
    let state = try context.savedState()
    let key = try context.sessionKey(in: state)
    let bindings = all ? state.bindings : [destination.binding]
    var report = Report(
      .ok,
      [
        .init("project", .string(destination.project)), .init("tenant", .optional(destination.tenant)),
        .init("source", .string(destination.source.rawValue)), .init("session", .string(key.name)),
        .init("places", .array(bindings.map { place($0, in: state, using: key) })),
      ])
    report.lines.append(
      "Commands go to \(destination.spokenName), project \(destination.project) (\(destination.source.explanation))."
    )
    for binding in bindings { report.lines += lines(binding, in: state, using: key, at: context.now()) }
    return report
  }

  private func place(_ binding: Binding, in state: SavedState, using key: SessionKey) -> JSONValue {
    let sessions = state[binding].sessions.sorted { $0.key < $1.key }
    return .object([
      .init("profile", .string(binding.profile)), .init("endpoint", .string(binding.endpoint)),
      .init("project", .string(binding.project)), .init("tenant", .optional(binding.tenant)),
      .init(
        "sessions",
        .array(
          sessions.map { name, session in
            .object(
              [.init("name", .string(name)), .init("current", .bool(binding.session(name) == key))]
                + session.members)
          })),
      .init("pending", .array(state.pending(in: binding).map(\.json))),
    ])
  }

  private func lines(
    _ binding: Binding, in state: SavedState, using key: SessionKey, at now: Date
  ) -> [String] {
    let saved = state[binding]
    var lines = all ? ["\(binding.endpoint), project \(binding.project):"] : []
    if saved.sessions.isEmpty { lines.append("  nobody is signed in") }
    for (name, session) in saved.sessions.sorted(by: { $0.key < $1.key }) {
      let mark = binding.session(name) == key ? "*" : " "
      let expiry =
        session.refreshToken != nil
        ? "renewed when needed" : session.expiresAt > now ? "until \(session.expiresAt.rfc3339)" : "run out"
      lines.append("\(mark) \(name): \(session.title) (uid \(session.uid)), \(expiry)")
    }
    for step in state.pending(in: binding) {
      lines.append("  \(step.line(at: now))")
    }
    return lines
  }
}

extension PendingStep {
  /// For people: what is awaited, and until when.
  func line(at now: Date) -> String {
    let about = sentCode.map { " to \($0.phone)" } ?? ""
    let end = isExpired(at: now) ? "expired" : "until \(expiresAt.timeOfDay)"
    return "\(id) \(kindName)\(about), session \(session), \(end)"
  }
}
