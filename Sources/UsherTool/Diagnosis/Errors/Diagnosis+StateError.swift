import CommandKit
import Essentials
import Flows
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
        hint: "try again, with a longer --timeout", retry: .same)
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
