import CommandKit
import Flows
import PrivateFiles

extension Diagnosis {
  /// The tool's own state could not be used.
  init(_ error: StateError) {
    let untouched = "it was not touched"
    switch error {
    case .unreadable(let path, let reason):
      self.init(.stateUnreadable, "cannot read \(path) (\(reason))")
    case .unsafe(let path, let reason):
      self.init(
        .stateUnsafe, "\(path) is not safe to use: \(reason)",
        hint: "it holds tokens: make it yours alone with chmod, or move it away; \(untouched)")
    case .corrupt(let path, let reason):
      self.init(
        .stateCorrupt, "\(path) is damaged: \(reason)",
        hint: "repair it, or move it away to start afresh; \(untouched)")
    case .newer(let path, let version):
      self.init(
        .stateNewer, "\(path) was written by a newer usher (version \(version))",
        hint: "update usher, or set USHER_CONFIG_DIR to another folder; \(untouched)")
    case .notWritable(let path, let reason):
      self.init(
        .cannotWrite, "cannot write \(path) (\(reason))",
        hint: "set USHER_CONFIG_DIR to a folder of yours, or sign in with --no-store")
    case .diskFull(let path):
      self.init(
        .diskFull, "no room on the disk for \(path)",
        hint: "free some space; what was saved is intact",
        retry: .same)
    case .busy(let path):
      self.init(
        .busy, "another usher kept \(path) locked for the whole wait",
        hint: "try again; --timeout waits longer", retry: .same)
    case .failed(let path, let reason):
      self.init(.io, "cannot use \(path) (\(reason))", retry: .same)
    }
  }

  init(_ error: StateLocationError) {
    switch error {
    case .emptyVariable(let name):
      self.init(
        .emptyVariable, "\(name) is set but empty", hint: "give it a value, or unset it")
    case .noHome:
      self.init(
        .noHome, "HOME is not set", hint: "set it, or USHER_CONFIG_DIR to a folder of yours")
    case .relativeHome(let home):
      self.init(.noHome, "HOME is '\(home)', not an absolute path")
    }
  }
}
