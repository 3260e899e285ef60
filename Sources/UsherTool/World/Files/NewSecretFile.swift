import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

/// A new file that holds a secret, for the user alone: 0600 whatever the umask; never follows or replaces what
/// is there.
///
/// It is made, under a name beside its own, before what it will hold: a secret that is shown only once has its
/// place already, and who is killed meanwhile leaves nothing under the name asked for.
final class NewSecretFile {
  private let path: String
  private var file: AtomicFile

  init(creating path: String) throws(Diagnosis) {
    file = try Self.begun(for: path)
    self.path = path
  }

  private static func begun(for path: String) throws(Diagnosis) -> AtomicFile {
    do throws(Errno) {
      // First, as it sweeps: what a killed writer left beside a file that it did write goes, too.
      let file = try AtomicFile.begin(for: path)
      if faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { throw .exists }
      return file
    } catch {
      throw Diagnosis(writing: path, error)
    }
  }

  /// Makes the file hold `bytes`, durably; a file that could not does not stay.
  func finish(with bytes: some Collection<UInt8>) throws(Diagnosis) {
    do throws(Errno) {
      try file.descriptor.write(Data(bytes))
      try file.takePlace(replacing: false)
    } catch {
      abandon()
      throw Diagnosis(writing: path, error)
    }
  }

  /// Removes the file: there is nothing for it to hold, or what it holds is of no use.
  func abandon() {
    file.remove()
  }

  static func write(_ text: String, to path: String) throws(Diagnosis) {
    try NewSecretFile(creating: path).finish(with: text.utf8)
  }
}
