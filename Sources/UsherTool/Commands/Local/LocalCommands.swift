import AuthClient
import CommandKit
import TerminalIO

extension Context {
  /// The server that `local` commands steer: never Google's.
  func localBackend() throws -> Backend {
    guard try destination().endpoint != .production else {
      throw Diagnosis(
        "usher/not-local", .usage, "production is no local server",
        hint: "say --endpoint local, or a serve's URL")
    }
    return try backend()
  }

  func localServer() throws -> LocalServer {
    LocalServer(backend: try localBackend(), owner: try ownerToken())
  }

  /// The bearer of a local server's admin routes.
  func ownerToken() throws -> String {
    environment["USHER_OWNER_TOKEN"] ?? "owner"
  }
}

struct LocalReset: ToolCommand {
  static let name = "local reset"
  static let abstract = "Forget the local server's accounts, codes, messages and settings."
  static let discussion = "The signing key stays. Asks first, unless --yes is given."
  static let examples = [Example("usher local reset --yes", "Start afresh in a script.")]

  struct Result: CommandResult {
    var project: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.localServer()
    let destination = try context.destination()
    try context.confirm(
      "Forget every account of \(destination.project) at the \(destination.spokenName)?")
    try server.reset()
    return Report(
      .ok, Result(project: destination.project),
      lines: ["The \(destination.spokenName) starts afresh."],
      isConfirmation: true)
  }
}

extension Context {
  /// Asks before something is destroyed.
  /// - Parameter isNamed: It was named itself, wherever this run goes.
  func confirm(_ question: String, isNamed: Bool = false) throws {
    if !isNamed { try refuseFolderProfile() }
    if options.yes { return }
    guard isInteractive else {
      throw UsageError.misuse("this destroys something, and nobody can be asked", hint: "confirm with --yes")
    }
    guard try terminal.confirm(question, within: waitLimit) else {
      throw Diagnosis("usher/declined", .failure, "nothing was changed")
    }
  }

  /// A file in a folder must not decide where something is destroyed.
  func refuseFolderProfile() throws {
    let destination = try destination()
    guard destination.source == .folderProfile else { return }
    throw UsageError.misuse(
      "this destroys something, and only \(FolderProfile.fileName) says where",
      hint: "if that is meant, say -p \(destination.profile)")
  }
}
