import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct SnapshotSave: ToolCommand, AtLocalServer {
  static let name = "local snapshot save"
  static let abstract: Text = "Keep a copy of the project on the local server."
  static let discussion = """
    A snapshot holds accounts, settings, providers and tenants. It holds no sessions, codes or messages. Every \
    project of the server can load it. usher replaces an earlier snapshot of this name without asking.
    """
  static let manual = """
    With snapshots, each test has its own users, and tests run side by side. At usher serve, make the users once:

      export FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099
      usher local seed users.json
      usher local snapshot save users
      usher local snapshot load users --project demo-test-1

    A client SDK chooses its project with the project's ID as its API key. The admin SDKs name their project.
    """
  static let arguments: [Argument<Self>] = [.positional(\.snapshot, "name", help: "The snapshot's name.")]
  static let examples = [Example("usher local snapshot save users", "Keep the project as it is now.")]

  var snapshot = ""

  struct Result: CommandResult {
    var snapshot: String
    var project: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try SnapshotSave.project(in: context)
    try context.service.localServer().saveSnapshot(snapshot)
    return .done(Result(snapshot: snapshot, project: project), Text("Saved \(project) as \(snapshot)."))
  }
}

struct SnapshotLoad: ToolCommand, AtLocalServer {
  static let name = "local snapshot load"
  static let abstract: Text = "Replace the local project with a snapshot."
  static let discussion = """
    The project loses its accounts, settings, providers and tenants, and its refresh tokens end. ID tokens of \
    accounts that the snapshot has, too, stay valid until they expire. usher asks first, unless you give --yes, or \
    the project has no accounts and no tenants.
    """
  static let arguments: [Argument<Self>] = [.positional(\.snapshot, "name", help: "The snapshot's name.")]
  static let examples = [
    Example("usher local snapshot load users --yes", "Begin a test with these users.")
  ]

  var snapshot = ""

  func report(in context: Context) throws -> Report<SnapshotSave.Result> {
    let project = try SnapshotSave.project(in: context)
    let server = try context.service.localServer()
    if try !server.snapshots().contains(snapshot) { throw SnapshotSave.unknown(snapshot) }
    if try server.project.hasAccounts() || !server.project.tenants().isEmpty {
      try context.destruction.confirm("Replace every account of \(project) with those of \(snapshot)?")
    }
    try server.loadSnapshot(snapshot)
    return .done(
      SnapshotSave.Result(snapshot: snapshot, project: project), Text("Loaded \(snapshot) into \(project)."))
  }
}

struct SnapshotList: ToolCommand, AtLocalServer {
  static let name = "local snapshot list"
  static let abstract: Text = "List the local server's snapshots."
  static let examples = [Example("usher local snapshot list", "List their names.")]

  struct Result: CommandResult {
    var snapshots: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let names = try context.service.localServer().snapshots()
    return Report(.ok, Result(snapshots: names), lines: names.map { Text(verbatim: SafeText.brief($0)) })
  }
}

struct SnapshotRemove: ToolCommand, AtLocalServer {
  static let name = "local snapshot remove"
  static let abstract: Text = "Remove a snapshot from the local server."
  static let arguments: [Argument<Self>] = [.positional(\.snapshot, "name", help: "The snapshot's name.")]
  static let examples = [Example("usher local snapshot remove users", "Remove one.")]

  var snapshot = ""

  struct Result: CommandResult {
    var snapshot: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    if try !server.snapshots().contains(snapshot) { throw SnapshotSave.unknown(snapshot) }
    try server.removeSnapshot(snapshot)
    return .done(Result(snapshot: snapshot), Text("Removed \(snapshot)."))
  }
}

extension SnapshotSave {
  fileprivate static func project(in context: Context) throws -> String {
    let destination = try context.place.destination()
    try destination.refuseTenant(of: Text("a snapshot"))
    context.place.served.acceptAnother()
    return destination.project
  }

  fileprivate static func unknown(_ name: String) -> Diagnosis {
    Diagnosis(
      .noSuchSnapshot, "there is no snapshot '\(SafeText.brief(name))'",
      hint: Hint("see the snapshots", ["usher", "local", "snapshot", "list"]))
  }
}

struct LocalReset: ToolCommand, AtLocalServer {
  static let name = "local reset"
  static let abstract: Text = "Delete the local server's accounts, codes, messages and settings."
  static let discussion = """
    The signing key stays. With --tenant, usher deletes only what is in that tenant. usher asks first, unless \
    you give --yes.
    """
  static let examples = [Example("usher local reset --yes", "Begin a test with an empty server.")]

  struct Result: CommandResult {
    var project: String
    /// The tenant that was reset; nil for the whole project.
    var tenant: String?
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    let destination = try context.place.destination()
    let (project, place) = (destination.project, destination.spokenServer)
    try context.destruction.confirm(
      destination.tenant.map {
        "Delete every account of the tenant \(SafeText.brief($0)) of \(project) at the \(place)?"
      } ?? "Delete every account of \(project) at the \(place)?")
    try server.reset()
    return .done(
      Result(project: destination.project, tenant: destination.tenant),
      destination.tenant.map {
        "The tenant \(SafeText.brief($0)) is empty again: no accounts, no messages, and the first settings."
      } ?? "The \(place) is empty again: no accounts, no messages, and the first settings.")
  }
}
