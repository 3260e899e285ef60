import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Status: ToolCommand {
  static let name = "status"
  static let abstract = "Show the endpoint, the sessions and the pending steps."
  static let discussion = "Works offline. Exits 0 whether or not a user is signed in."
  static let arguments: [Argument<Self>] = [
    .flag(\.all, "all", help: "Show every endpoint and project with saved sessions or steps.")
  ]
  static let examples = [
    Example("usher status", "Show the endpoint and who is signed in."),
    Example("usher status --all --json", "Show everything that is saved, for a script."),
  ]

  var all = false

  struct Result: CommandResult {
    var project: String
    var tenant: String?
    /// What says where commands go.
    var source: String
    /// The name of the session that commands act as.
    var session: String
    var places: [Place]
  }

  struct Place: Codable, Sendable {
    var profile: String
    var endpoint: String
    var project: String
    var tenant: String?
    var sessions: [NamedSessionResult]
    var pending: [PendingResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let destination = try context.destination()
    let state = try context.savedState()
    let key = try context.sessionKey(in: state)
    let bindings = all ? state.bindings : [destination.binding]
    var report = Report(
      .ok,
      Result(
        project: destination.project, tenant: destination.tenant, source: destination.source.rawValue,
        session: key.name, places: bindings.map { place($0, in: state, using: key) }))
    report.lines.append(
      "Commands go to \(destination.spokenName), project \(destination.project) (\(destination.source.explanation))."
    )
    for binding in bindings { report.lines += lines(binding, in: state, using: key, at: context.now()) }
    return report
  }

  private func place(_ binding: Binding, in state: SavedState, using key: SessionKey) -> Place {
    let sessions = state[binding].sessions.sorted { $0.key < $1.key }
    return Place(
      profile: binding.profile, endpoint: binding.endpoint, project: binding.project, tenant: binding.tenant,
      sessions: sessions.map { name, session in
        NamedSessionResult(session, named: name, isCurrent: binding.session(name) == key)
      },
      pending: state.pending(in: binding).map(PendingResult.init))
  }

  private func lines(
    _ binding: Binding, in state: SavedState, using key: SessionKey, at now: Date
  ) -> [String] {
    let saved = state[binding]
    var lines = all ? ["\(binding.endpoint), project \(binding.project):"] : []
    if saved.sessions.isEmpty { lines.append("  no user is signed in") }
    for (name, session) in saved.sessions.sorted(by: { $0.key < $1.key }) {
      let mark = binding.session(name) == key ? "*" : " "
      let expiry =
        session.tokens.refreshToken != nil
        ? "renewed when needed"
        : session.tokens.expiresAt > now ? "until \(session.tokens.expiresAt.rfc3339)" : "expired"
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
    let about = sentCode.map { " to \($0.phoneNumber)" } ?? ""
    let end = isExpired(at: now) ? "expired" : "until \(expiresAt.timeOfDay)"
    return "\(id) \(kindName)\(about), session \(session), \(end)"
  }
}
