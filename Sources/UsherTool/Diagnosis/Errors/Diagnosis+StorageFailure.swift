import AuthServer
import CommandKit
import Essentials
import PrivateFiles

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
      self.init(
        .busy, "other commands kept \(path) locked for the whole wait", hint: "try again",
        retry: .same)
    case .failed(let path, let reason):
      self.init(.io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }
}
