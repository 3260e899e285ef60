import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

/// A new file for a secret, with mode 0600 whatever the umask; it never follows a link or replaces a file.
///
/// It is created under a temporary name before the secret exists. So a secret that is shown only once already has its
/// place. If usher is killed, no incomplete file has the requested name.
final class NewSecretFile {
  let path: String
  private var file: AtomicFile

  init(creating path: String) throws(Diagnosis) {
    file = try Self.begun(for: path)
    self.path = path
  }

  private static func begun(for path: String) throws(Diagnosis) -> AtomicFile {
    do throws(Errno) {
      // Create it before the check, because this also removes temporary files that a killed process left.
      let file = try AtomicFile.begin(for: path)
      if faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { throw .exists }
      return file
    } catch {
      throw Diagnosis(writing: path, error)
    }
  }

  /// Writes `bytes` and flushes them to the disk; removes the file if that fails.
  func finish(with bytes: some Collection<UInt8>) throws(Diagnosis) {
    do throws(Errno) {
      try file.descriptor.write(Data(bytes))
      try file.takePlace(replacing: false)
    } catch {
      abandon()
      throw Diagnosis(writing: path, error)
    }
  }

  /// Removes the file, also a finished one, because its content does not exist or is not needed any more.
  func abandon() {
    file.remove()
  }

  static func write(_ text: String, to path: String) throws(Diagnosis) {
    try NewSecretFile(creating: path).finish(with: text.utf8)
  }
}
