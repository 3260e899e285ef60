import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct SessionList: ToolCommand {
  static let name = "session list"
  static let abstract = "List the people who are signed in here."
  static let examples = [Example("usher session list", "Show every session of this endpoint and project.")]
  static let fields =
    ["name", "current"].map { "sessions[]." + $0 } + SavedSession.fields.map { "sessions[]." + $0 }

  func report(in context: Context) throws -> Report {
    let state = try context.savedState()
    let current = try context.sessionKey(in: state)
    let sessions = state[try context.binding()].sessions.sorted { $0.key < $1.key }
    let json: [JSONValue] = sessions.map { name, session in
      .object(
        [.init("name", .string(name)), .init("current", .bool(name == current.name))] + session.members)
    }
    return Report(
      .ok, [.init("sessions", .array(json))],
      lines: sessions.map { name, session in
        "\(name == current.name ? "*" : " ") \(name): \(session.title) (uid \(session.uid))"
      })
  }
}

struct SessionUse: ToolCommand {
  static let name = "session use"
  static let abstract = "Choose the session that commands use without --as."
  static let arguments: [Argument<Self>] = [.positional(\.session, "name", help: "The session's name.")]
  static let examples = [Example("usher session use alice", "Act as alice from now on.")]
  static let fields = ["session"]

  var session = ""

  func report(in context: Context) throws -> Report {
    let key = try context.binding().session(try SessionName.check(session))
    try context.updateState { state throws in
      guard state[key] != nil else { throw SessionCommands.unknown(key.name) }
      state[key.binding].currentSession = key.name
    }
    return Report(
      .ok, [.init("session", .string(key.name))], lines: ["Commands now act as \(key.name)."],
      isConfirmation: true)
  }
}

struct SessionRemove: ToolCommand {
  static let name = "session remove"
  static let abstract = "Forget a session and what is pending for it."
  static let arguments: [Argument<Self>] = [.positional(\.session, "name", help: "The session's name.")]
  static let examples = [Example("usher session remove alice", "Forget alice.")]
  static let fields = ["session"]

  var session = ""

  func report(in context: Context) throws -> Report {
    try context.refuseFolderProfile()
    let key = try context.binding().session(try SessionName.check(session))
    try context.updateState { state throws in
      guard state[key] != nil else { throw SessionCommands.unknown(key.name) }
      state.end(key)
      state.removePending(of: key)
    }
    return Report(
      .ok, [.init("session", .string(key.name))], lines: ["Removed \(key.name)."], isConfirmation: true)
  }
}

struct SessionExport: ToolCommand {
  static let name = "session export"
  static let abstract = "Write a session to a file that only you can read, for another machine."
  static let discussion = """
    The file is made for you alone (0600), and holds the refresh token: whoever has it is signed in as this \
    person. USHER_SESSION_FILE and session import take it. An existing file is not overwritten.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.file, "file", help: "The file to make; - is standard output, in the clear.", completion: .file)
  ]
  static let examples = [
    Example("usher session export ci.json", "Make a file for USHER_SESSION_FILE."),
    Example("usher session export - | gh secret set USHER_SESSION", "Hand it to a secret store."),
  ]
  static let fields = ["file", "session"]

  var file = ""

  func report(in context: Context) throws -> Report {
    let active = try context.activeSession()
    let text = ExportedSession(active.saved, of: try context.destination()).text
    if file == "-" {
      if context.wantsJSON || context.options.field != nil {
        throw UsageError.misuse("- prints the session itself, so --json and --field do not go with it")
      }
      return Report(lines: [String(text.dropLast())])
    }
    try PrivateFile.write(text, to: file)
    return Report(
      .ok, [.init("file", .string(file)), .init("session", .string(active.source.name))],
      lines: ["Wrote \(file); whoever has it is signed in as \(active.saved.title)."], isConfirmation: true)
  }
}

struct SessionImport: ToolCommand {
  static let name = "session import"
  static let abstract = "Take a session that session export wrote."
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file; - is standard input.", completion: .file)
  ]
  static let examples = [Example("usher session import ci.json --as ci", "Keep it under the name ci.")]
  static let fields = ["name"] + SavedSession.fields

  var file = ""

  func report(in context: Context) throws -> Report {
    let exported = try ExportedSession.read(try context.standardInput.text(of: file), named: file)
    try exported.refuseOtherDestination(than: try context.destination())
    try exported.session.user().tokens.idToken.refuseForeign(
      project: exported.project, tenant: exported.tenant)
    let key = try context.sessionKey(in: try context.savedState())
    try context.updateState { state in state[key] = exported.session }
    return Report(
      .ok, [.init("name", .string(key.name))] + exported.session.members,
      lines: ["Signed in as \(exported.session.title) (uid \(exported.session.uid))."], isConfirmation: true)
  }
}

private enum SessionCommands {
  static func unknown(_ name: String) -> Diagnosis {
    Diagnosis(
      "auth/no-current-user", .notSignedIn, "there is no session called \(name)",
      hint: "see: usher session list")
  }
}
