import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct SessionList: ToolCommand {
  static let name = "session list"
  static let abstract: Text = "List the signed-in users of this profile, at its endpoint and project."
  static let examples = [Example("usher session list", "Show every session of this profile.")]

  struct Result: CommandResult {
    var sessions: [NamedSessionResult]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    let state = try context.state.read()
    let current = try context.place.sessionKey(in: state)
    let sessions = state[try context.place.binding()].sessions.sorted { $0.key < $1.key }
    let inUse = context.sessions.given.variable == nil ? current.name : nil
    let results = sessions.map { name, session in
      NamedSessionResult(session, named: name, isCurrent: name == inUse)
    }
    return Report(
      .ok, Result(sessions: results),
      lines: sessions.map { name, session in
        Text("\(name == inUse ? "*" : " ") \(name): \(session.title) (uid \(session.uid))")
      })
  }
}

struct SessionUse: ToolCommand, ActsAsNobody {
  static let name = "session use"
  static let abstract: Text = "Select the session that commands use without --as."
  static let arguments: [Argument<Self>] = [
    .positional(\.session, "name", help: "The session's name.", completion: .live(.session))
  ]
  static let examples = [Example("usher session use alice", "Act as alice from now on.")]

  var session = ""

  struct Result: CommandResult {
    /// The session's name.
    var session: String
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    try context.sessions.refuseShadowed()
    let key = try context.place.binding().session(try SessionName.check(session))
    try context.state.update { state throws in
      guard state[key] != nil else { throw SessionCommands.unknown(key.name) }
      state[key.binding].currentSession = key.name
    }
    return .done(Result(session: key.name), "Commands now act as \(key.name).")
  }
}

struct SessionRemove: ToolCommand, ActsAsNobody {
  static let name = "session remove"
  static let abstract: Text = "Remove a session and its pending steps."
  static let arguments: [Argument<Self>] = [
    .positional(\.session, "name", help: "The session's name.", completion: .live(.session))
  ]
  static let examples = [Example("usher session remove alice", "Remove alice's session.")]

  var session = ""

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<SessionUse.Result> {
    try context.destruction.refuseFolderProfile()
    let key = try context.place.binding().session(try SessionName.check(session))
    try context.state.update { state throws in
      guard state[key] != nil else { throw SessionCommands.unknown(key.name) }
      state.end(key)
      state.removePending(of: key)
    }
    return .done(SessionUse.Result(session: key.name), Text("Removed \(key.name)."))
  }
}

struct SessionExport: ToolCommand {
  static let name = "session export"
  static let abstract: Text = "Write a session to a private file, for CI or another machine."
  static let discussion = """
    Only you can read the file (0600). It holds the refresh token: anyone with the file can act as this user. \
    USHER_SESSION_FILE and session import read the file. usher does not overwrite an existing file.
    """
  static let manual = """
    If usher is killed, it can leave a file with .usher-part- in its name. The next command that writes into \
    that folder removes it. To use the file in another place:

      usher session import ci.json --as ci
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.file, "file", help: "The file to create; - is standard output, as plain text.", completion: .file)
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example("usher session export ci.json", "Write a file for USHER_SESSION_FILE."),
    Example("usher session export - | gh secret set USHER_SESSION", "Hand it to a secret store."),
  ]

  var file = ""

  struct Result: CommandResult {
    var file: String
    /// The session's name, or the variable that it came from.
    var session: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let active = try context.sessions.active()
    let text = ExportedSession(active.saved, of: try context.place.destination()).text
    let result = Result(file: file, session: active.source.name)
    if file == "-" {
      if context.settings.wantsJSON || context.settings.options.field != nil {
        throw UsageError.misuse("- prints the session itself, so --json and --field do not go with it")
      }
      return Report(
        .ok, result,
        lines: text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map {
          Text(verbatim: String($0))
        },
        isVerbatim: true)
    }
    try NewSecretFile.write(text, to: file)
    return .done(result, "Wrote \(file). Keep it secret: it signs in as \(active.saved.title).")
  }
}

struct SessionImport: ToolCommand {
  static let name = "session import"
  static let abstract: Text = "Import a session that session export wrote."
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file; - is standard input.", completion: .secretFile)
  ]
  static let examples = [Example("usher session import ci.json --as ci", "Save it under the name ci.")]

  var file = ""

  struct Result: CommandResult {
    var name: String
    var account: AccountResult
    var session: SessionResult
  }

  func report(in context: Context) throws -> Report<Result> {
    try context.sessions.refuseShadowed()
    let exported = try ExportedSession.read(try context.world.standardInput.text(of: file), named: file)
    try exported.refuseOtherDestination(than: try context.place.destination())
    try exported.session.tokens.idToken.refuseForeign(
      project: exported.project, tenant: exported.tenant)
    let key = try context.place.sessionKey(in: try context.state.read())
    try context.state.update { state in state[key] = exported.session }
    return .done(
      Result(
        name: key.name, account: AccountResult(exported.session), session: SessionResult(exported.session)),
      "Signed in as \(exported.session.title) (uid \(exported.session.uid)).")
  }
}

private enum SessionCommands {
  static func unknown(_ name: String) -> Diagnosis {
    Diagnosis(
      "auth/no-current-user", .notSignedIn, "there is no session called \(name)",
      hint: Hint("see the sessions", ["usher", "session", "list"]))
  }
}

struct PendingList: ToolCommand {
  static let name = "pending list"
  static let abstract: Text = "List the steps that wait for a code or a link."
  static let examples = [Example("usher pending list", "Show what waits for a code or a link.")]

  struct Result: CommandResult {
    var pending: [PendingResult]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    let steps = context.settings.options.named(
      try context.state.read().pending(in: try context.place.binding()))
    return Report(
      .ok, Result(pending: steps.map(PendingResult.init)),
      lines: steps.map { $0.line(at: context.world.now()) })
  }
}

struct PendingDrop: ToolCommand {
  static let name = "pending drop"
  static let abstract: Text = "Drop pending steps: all of them, or the ones you name."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.ids, "id", help: "The step, like p7; by default every step here.", required: false,
      completion: .live(.pending))
  ]
  static let examples = [
    Example("usher pending drop p7", "Drop one step."),
    Example("usher pending drop", "Drop all of them."),
  ]

  var ids: [String] = []

  struct Result: CommandResult {
    /// The IDs of the steps.
    var dropped: [String]
  }

  var asksServer: Bool { false }

  func report(in context: Context) throws -> Report<Result> {
    let binding = try context.place.binding()
    let dropped = try context.state.update { state throws in
      let steps = context.settings.options.named(state.pending(in: binding))
      for id in ids where !steps.contains(where: { $0.id.rawValue == id }) {
        throw UsageError.misuse(
          "no step '\(id)' is pending here",
          hint: Hint("see the pending steps", ["usher", "pending", "list"]))
      }
      let unwanted = ids.isEmpty ? steps : steps.filter { ids.contains($0.id.rawValue) }
      for step in unwanted { state.removePending(step.id) }
      return unwanted.map(\.id.rawValue)
    }
    return .done(
      Result(dropped: dropped),
      dropped.isEmpty ? "No step was pending." : Text("Dropped \(dropped.joined(separator: ", "))."))
  }
}

extension GlobalOptions {
  /// Returns the steps of the session from `--as`; returns all steps without `--as`.
  fileprivate func named(_ steps: [PendingStep]) -> [PendingStep] {
    steps.filter { session == nil || $0.session == session }
  }
}
