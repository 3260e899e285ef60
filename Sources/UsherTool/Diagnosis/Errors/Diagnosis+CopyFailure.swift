import AuthServer
import CommandKit
import Essentials

extension Diagnosis {
  /// A database could not be backed up, or a backup not be restored.
  init(_ failure: CopyFailure) {
    switch failure {
    case .missing(let path):
      self.init(.cannotRead, "there is no file \(path)", retry: .newInput)
    case .exists(let path):
      self.init(
        .cannotWrite, "\(path) already exists",
        hint: "choose another name, or replace it with --force", retry: .newInput)
    case .hasLog(let path):
      self.init(
        .cannotWrite,
        "the log of a server is beside \(path), and would damage the copy",
        hint: "choose another name, or move \(path)-wal away", retry: .newInput)
    case .foreign(let path):
      self.init(
        .corrupt, "\(path) is a database of another program",
        hint: "name the server's database with --data", retry: .newInput)
    case .unsafeFolder(let path, let reason):
      self.init(
        .unsafeFile, "\(path) is not a safe folder for a copy of the database (\(reason))",
        hint: "choose a folder that only you or root can write to", retry: .newInput)
    case .logOnReadOnlyDisk(let path):
      self.init(
        .cannotRead, "\(path) has a log and is on a read-only disk",
        hint: "copy it, with \(path)-wal, to another disk first", retry: .newInput)
    case .inUse(let path, let process):
      self.init(
        .inUse,
        process.map { "\(path) is in use by process \($0)" } ?? "\(path) is in use",
        hint: "stop that server first", retry: .same)
    case .notWanted:
      self.init(.declined, "nothing was changed")
    }
  }
}
