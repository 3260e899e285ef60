import AuthServer
import CommandKit

extension Diagnosis {
  /// The embedded server could not use its database.
  init(_ failure: StorageFailure) {
    switch failure {
    case .diskFull(let path):
      self.init(
        .diskFull, "no room on the disk for \(path)",
        hint: "free some space; nothing was changed",
        retry: .same)
    case .notWritable(let path, let reason):
      self.init(
        .cannotWrite, "cannot write \(path) (\(reason))",
        hint: "the embedded server keeps its accounts there: set USHER_CONFIG_DIR to a folder of yours")
    case .unsafe(let path, let reason):
      self.init(
        .unsafeFile, "\(path) is not safe to use (\(reason))",
        hint: "it holds tokens: make it yours alone with chmod 600, or move it away")
    case .corrupt(let path, let reason):
      self.init(
        .corrupt, "\(path) is damaged (\(reason))",
        hint: "move it away to start afresh; it was not touched")
    case .earlier(let path):
      self.init(
        .earlier,
        "\(path) was made by an earlier build of usher; its format is no longer read",
        hint: Hint(
          "to keep its accounts, export them with that build",
          template: ["usher", "local", "export", "FOLDER"]
        ).then("then move \(path) and its -wal away to begin anew; it was not touched"))
    case .newer(let path, let version):
      self.init(
        .newer, "\(path) was made by a newer usher (version \(version))",
        hint: "update usher, or move the file away; it was not touched")
    case .busy(let path):
      self.init(
        .busy, "other commands kept \(path) locked for the whole wait", hint: "try again",
        retry: .same)
    case .failed(let path, let reason):
      self.init(.io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }
}
