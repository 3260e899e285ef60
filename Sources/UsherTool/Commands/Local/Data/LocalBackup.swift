import AuthServer
import CommandKit

struct LocalBackup: ToolCommand, Directed {
  static let name = "local backup"
  static let abstract = "Back up a local server's database while it is served."
  static let discussion = """
    The file then holds everything as it was at one moment: accounts, sessions, settings, messages and the signing key, \
    so that whoever has it can sign in as anybody. Only you can read it. It is written as FILE.usher-part-..., \
    checked with SQLite's integrity_check, and only then gets its name; what a killed command left of one goes with the \
    next that writes into that folder. The server goes on answering meanwhile.

    Without --data it is the embedded server's database. usher local restore takes it back; usher serve --data serves a \
    copy of it as it is.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file to write.", completion: .file),
    .option(
      \.data, "data", value: "FILE", help: "The database to back up, as serve was given it.",
      completion: .file),
    .flag(\.force, "force", help: "Replace the file if it is there already."),
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example("usher local backup saved.db", "Back up the embedded server."),
    Example("usher local backup saved.db --data auth.db", "Back up what serve --data auth.db serves."),
  ]

  var file = ""
  var data: String?
  var force = false

  var directions: Set<Direction> { data == nil ? [.profile, .endpoint] : [] }

  struct Result: CommandResult {
    var file: String
    /// The database that it is a copy of.
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
      lines: ["Wrote \(file): \(database) as it is now, checked."], isConfirmation: true)
  }
}
