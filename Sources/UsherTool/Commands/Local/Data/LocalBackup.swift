import AuthServer
import CommandKit
import Essentials
import IdentityToolkit

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
    return .done(
      Result(file: file, data: database, bytes: bytes), "Wrote a checked copy of \(database) to \(file).")
  }
}

struct LocalRestore: ToolCommand {
  static let name = "local restore"
  static let abstract: Text = "Restore the local server's database from a backup."
  static let discussion = """
    Stop the server first. Sessions that ended and accounts that were deleted after the backup are valid \
    again. usher keeps the old database beside the new one, in a file like auth.db.before-TIME. usher asks \
    first, unless you give --yes.
    """
  static let manual = """
    usher checks the backup first. It refuses a damaged one, one of a newer usher, and one of a build before the \
    first release.

    If usher is killed, it has replaced everything or nothing. Run the command again:

      usher local restore saved.db --data auth.db --yes

    usher can also leave a file with .usher-part- in its name. The next command that writes into the folder \
    removes it. A file with .before- in its name stays, and each restore makes another. Remove those that you \
    do not need: each holds every session and the signing keys.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The backup, from local backup.", completion: .secretFile),
    .option(
      \.data, "data", value: "FILE",
      help: "The database to restore; by default that of the local server inside usher.",
      completion: .file),
  ]
  static let examples = [
    Example("usher local restore saved.db --yes", "Restore the local server."),
    Example("usher local restore saved.db --data auth.db --yes", "Restore the data of serve --data auth.db."),
  ]

  var file = ""
  var data: String?

  var directions: Set<Direction> { data == nil ? [.profile, .endpoint] : [] }

  struct Result: CommandResult {
    var file: String
    /// The database that was replaced with the file's content.
    var data: String
    /// The file that keeps the previous database; null if there was none.
    var kept: Nullable<String>
  }

  func report(in context: Context) throws -> Report<Result> {
    let database = try context.place.database(data)
    if file.isEmpty { throw UsageError.misuse("the file's name is empty") }
    if file.isPart(ofDatabase: database) {
      throw UsageError.misuse("this is the database itself", hint: "give the backup's name")
    }
    try context.destruction.confirm(
      "Replace everything in \(SafeText.brief(database)) with \(SafeText.brief(file))?", isNamed: data != nil)
    let mark = "before-" + context.world.now().basicText
    let kept = try DatabaseBackup.advising(on: file) {
      try DatabaseBackup(of: database, in: context.world).restore(from: file, keepingOldAs: mark)
    }
    return .done(
      Result(file: file, data: database, kept: Nullable(kept)),
      lines: [Text("Restored \(database) from \(file).")]
        + (kept.map { ["The old database is now \($0)."] } ?? []))
  }
}

extension Date {
  /// The time in the form for file names, such as `20261123T083442Z`.
  fileprivate var basicText: String {
    rfc3339.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
