import AuthServer
import CommandKit
import Essentials
import IdentityToolkit

struct LocalRestore: ToolCommand, Directed {
  static let name = "local restore"
  static let abstract = "Put a backup in the place of a local server's database."
  static let discussion = """
    The backup is checked first: a damaged one, one of a newer usher or one of a build before the first release is \
    refused. What the database held stays beside it, in a file whose name ends in .before- and the time. No server may have the database open meanwhile. \
    Sessions and accounts that were ended since are back then, too. Asks first, unless --yes is given.

    A killed restore has replaced all or nothing: run it again. What it left, a file with .usher-part- in its name, goes \
    with the next command that writes into that folder. A file with .before- in its name stays, and the next restore \
    makes another: remove those that you do not need, as each holds every session and the signing keys.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The backup, as local backup wrote it.", completion: .file),
    .option(
      \.data, "data", value: "FILE", help: "The database to restore, by default the embedded server's.",
      completion: .file),
  ]
  static let examples = [
    Example("usher local restore saved.db --yes", "Take the embedded server's accounts back."),
    Example("usher local restore saved.db --data auth.db --yes", "Take back what serve is to serve next."),
  ]

  var file = ""
  var data: String?

  var directions: Set<Direction> { data == nil ? [.profile, .endpoint] : [] }

  struct Result: CommandResult {
    var file: String
    /// The database that holds now what the file holds.
    var data: String
    /// The file with what it held before; null where there was nothing.
    var kept: Nullable<String>
  }

  func report(in context: Context) throws -> Report<Result> {
    let database = try context.place.database(data)
    if file.isEmpty { throw UsageError.misuse("the file's name is empty") }
    if file.isPart(ofDatabase: database) {
      throw UsageError.misuse("this is the database itself", hint: "give the backup's name")
    }
    try context.destruction.confirm(
      "Replace everything in \(SafeText.line(database)) with \(SafeText.line(file))?", isNamed: data != nil)
    let mark = "before-" + context.world.now().basicText
    let kept = try DatabaseBackup.advising(on: file) {
      try DatabaseBackup(of: database, in: context.world).restore(from: file, keepingOldAs: mark)
    }
    return Report(
      .ok, Result(file: file, data: database, kept: Nullable(kept)),
      lines: ["\(database) holds what \(file) holds."]
        + (kept.map { ["What it held before is in \($0)."] } ?? []), isConfirmation: true)
  }
}

extension Date {
  /// The time as it stands in files' names: `20261123T083442Z`.
  fileprivate var basicText: String {
    rfc3339.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
