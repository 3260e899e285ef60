import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct SignOut: ToolCommand {
  static let name = "signout"
  static let abstract: Text = "Sign out, and delete the session from this machine."
  static let discussion = """
    It works offline, and after the session has ended. The service has no sign-out: a copied token stays valid \
    until it expires.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.session, "name", help: "The session to end; by default the one in use.", required: false,
      completion: .live(.session)
    ).excluding("--all"),
    .flag(\.all, "all", help: "End every session of this profile, at its endpoint and project."),
    .flag(\.keepPending, "keep-pending", help: "Keep the steps that wait for a code."),
  ]
  static let examples = [
    Example("usher signout", "End the session in use."),
    Example("usher signout --all", "End every session here."),
  ]

  var session: String?
  var all = false
  var keepPending = false

  var directions: Set<Direction> { session == nil && !all ? .all : .place }

  struct Result: CommandResult {
    /// The names of the sessions that ended.
    var signedOut: [String]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    if session == nil { try context.sessions.refuseShadowed() }
    if all { try context.destruction.refuseFolderProfile() }
    let binding = try context.place.binding()
    let state = try context.state.read()
    let keys =
      if all {
        Set(state[binding].sessions.keys).union(state.pending(in: binding).map(\.session)).sorted()
          .map(binding.session)
      } else {
        [
          try session.map { binding.session(try SessionName.check($0)) }
            ?? context.place.sessionKey(in: state)
        ]
      }
    // Write only if something changes, so that the command works in a read-only home.
    var unchanged = state
    let hasNothing = context.state.isKept && end(keys, in: &unchanged).isEmpty && unchanged == state
    let ended = hasNothing ? [] : try context.state.update { end(keys, in: &$0) }
    // Another session may be in use from now on.
    let after = try context.state.read()
    let next = try context.place.sessionKey(in: after)
    let isOther = !ended.isEmpty && !keys.contains(next)
    let hasMore = all && after.bindings.contains { $0 != binding && !after[$0].sessions.isEmpty }
    return .done(
      Result(signedOut: ended.map(\.name)),
      ended.isEmpty
        ? session.map { "No user was signed in as \($0)." } ?? "No user was signed in."
        : "Signed out \(ended.map(\.title).joined(separator: ", ")). A copied token stays valid at the server until it expires.",
      notes: hasMore
        ? context.next.lines(
          "Users are still signed in at other places. To see them", ["usher", "status", "--all"])
        : isOther
          ? after[next].map { ["Commands now use the session \(next.name) (\($0.title))."] } ?? [] : [])
  }

  private func end(_ keys: [SessionKey], in state: inout SavedState) -> [(name: String, title: Text)] {
    var ended: [(name: String, title: Text)] = []
    for key in keys {
      if let session = state[key] { ended.append((key.name, session.title)) }
      state.end(key)
      if !keepPending { state.removePending(of: key) }
    }
    return ended
  }
}
