import AuthServer
import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

extension Hint {
  /// How to make a file safe. No script runs it: a foreign file or a folder needs something else.
  static func toMakeSafe(_ path: String, isLink: Bool) -> Hint {
    isLink
      ? Hint("put the file itself there, or link its folder instead")
      : Hint("if only its mode is wrong", copying: ["chmod", "go-rwx", path].shellLine).then(
        "or move it away")
  }
}

extension Diagnosis {
  /// The tool's own state could not be used.
  init(_ error: StateError) {
    let untouched: Text = "usher did not change it"
    switch error {
    case .unreadable(let path, let reason):
      self.init(.stateUnreadable, "cannot read \(path) (\(reason))")
    case .unsafe(let path, let reason):
      self.init(
        .stateUnsafe, "\(path) is not safe to use: \(reason)",
        hint: .toMakeSafe(path, isLink: reason == StateError.symbolicLink).because(
          "it holds tokens; usher did not change it"))
    case .corrupt(let path, let reason):
      self.init(
        .stateCorrupt, "\(path) is damaged: \(reason)",
        hint: Hint("repair it, or move it away to begin with an empty one").because(untouched))
    case .newer(let path, let version):
      self.init(
        .stateNewer, "a newer usher wrote \(path) (version \(version))",
        hint: Hint("update usher, or set USHER_CONFIG_DIR to another folder").because(untouched))
    case .notWritable(let path, let reason):
      self.init(
        .cannotWrite, "cannot write \(path) (\(reason))",
        hint: "set USHER_CONFIG_DIR to one of your folders, or sign in with --no-store")
    case .diskFull(let path):
      self.init(
        .diskFull, "there is no room on the disk for \(path)",
        hint: "free some space: what was saved before is still there",
        retry: .same)
    case .busy(let path):
      self.init(
        .busy, "another usher command kept \(path) locked for the whole wait",
        hint: "try again, with a longer --timeout")
    case .failed(let path, let reason):
      self.init(.io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }

  init(_ error: StateLocationError) {
    switch error {
    case .emptyVariable(let name):
      self.init(
        .emptyVariable, "\(name) is set but empty",
        hint: Hint("give it a value").then("or unset it", copying: "unset \(name)"))
    case .noHome:
      self.init(
        .noHome, "HOME is not set", hint: "set it, or USHER_CONFIG_DIR to one of your folders")
    case .relativeHome(let home):
      self.init(.noHome, "HOME is '\(home)', not an absolute path")
    }
  }
}

extension Diagnosis {
  /// The embedded server could not use its database.
  init(_ failure: StorageFailure) {
    switch failure {
    case .diskFull(let path):
      self.init(
        .diskFull, "there is no room on the disk for \(path)",
        hint: "free some space: nothing was changed",
        retry: .same)
    case .notWritable(let path, let reason):
      self.init(
        .cannotWrite, "cannot write \(path) (\(reason))",
        hint: Hint("set USHER_CONFIG_DIR to one of your folders").because(
          "the local server keeps its accounts there"))
    case .unsafe(let path, let reason):
      self.init(
        .unsafeFile, "\(path) is not safe to use (\(reason))",
        hint: .toMakeSafe(path, isLink: reason == StateError.symbolicLink.english).because("it holds tokens"))
    case .corrupt(let path, let reason):
      self.init(
        .corrupt, "\(path) is damaged (\(reason))",
        hint: Hint("move it away to begin with an empty one").because("usher did not change it"))
    case .earlier(let path):
      self.init(
        .earlier,
        "an earlier build of usher made \(path), in a format that is no longer supported",
        hint: Hint(
          "to keep its accounts, run with that build",
          template: ["usher", "local", "export", "FOLDER"]
        ).then("then move \(path) and its -wal file away").because("usher did not change it"))
    case .newer(let path, let version):
      self.init(
        .newer, "a newer usher made \(path) (version \(version))",
        hint: Hint("update usher, or move the file away").because("usher did not change it"))
    case .busy(let path):
      self.init(.busy, "other commands kept \(path) locked for the whole wait", hint: "try again")
    case .failed(let path, let reason):
      self.init(.io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }
}

extension Diagnosis {
  /// A database could not be backed up, or a backup not be restored.
  init(_ failure: CopyFailure) {
    switch failure {
    case .missing(let path):
      self.init(.cannotRead, "there is no file \(path)")
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
        hint: "copy it, with \(path)-wal, to another disk first")
    case .inUse(let path, let process):
      self.init(
        .inUse,
        process.map { "\(path) is in use by process \($0)" } ?? "\(path) is in use",
        hint: "stop that server first")
    case .notWanted:
      self.init(.declined, "nothing was changed")
    }
  }
}

extension Diagnosis {
  /// A file that was asked for could not be written.
  init(writing path: String, _ error: Errno) {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    self.init(
      isFull ? .diskFull : .cannotWrite, "cannot write \(path) (\(error.reason))",
      hint: error == .exists ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
