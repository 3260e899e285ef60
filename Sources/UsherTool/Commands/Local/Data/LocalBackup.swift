import AuthServer
import CommandKit
import Essentials

struct LocalBackup: ToolCommand {
  static let name = "local backup"
  static let abstract: Text = "Back up the local server's database while the server runs."
  static let discussion = """
    The file holds everything, even the signing key, and only you can read it. Without --data, usher backs up the \
    local server inside usher.
    """
  static let manual = """
    It holds accounts, sessions, settings, messages and the signing key as they are at one moment. Anyone with \
    the file can sign in as any user. The server continues to answer. usher writes FILE.usher-part-..., checks \
    it with SQLite's integrity_check, and then renames it. If usher is killed, that file stays. The next \
    command that writes into the folder removes it.

    You can restore a backup, or serve a copy of it as it is:

      usher local restore saved.db --data auth.db
      usher serve --data copy.db
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file to write.", completion: .file),
    .option(
      \.data, "data", value: "FILE", help: "The database to back up: the --data file of serve.",
      completion: .file),
    .flag(\.force, "force", help: "Replace an existing file."),
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example("usher local backup saved.db", "Back up the local server."),
    Example("usher local backup saved.db --data auth.db", "Back up the data of serve --data auth.db."),
  ]

  var file = ""
  var data: String?
  var force = false

  var directions: Set<Direction> { data == nil ? [.profile, .endpoint] : [] }

  struct Result: CommandResult {
    var file: String
    /// The database that was copied.
    var data: String
    var bytes: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let database = try context.place.database(data)
    if file.isEmpty { throw UsageError.misuse("the file's name is empty") }
    if file.isPart(ofDatabase: database) {
      throw UsageError.misuse("this is the database itself", hint: "give the copy another name")
    }
    let bytes = try DatabaseBackup.advising(on: file) {
      try DatabaseBackup(of: database, in: context.world).write(to: file, replacing: force)
    }
    return Report(
      .ok, Result(file: file, data: database, bytes: bytes),
      lines: ["Wrote a checked copy of \(database) to \(file)."], isConfirmation: true)
  }
}
