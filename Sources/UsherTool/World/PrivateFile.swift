import Essentials
import LibC

/// A new file that holds a secret, for the user alone: 0600 whatever the umask; never follows or replaces what
/// is there.
///
/// It is made before what it will hold, so that a secret that is shown only once has its place already.
final class PrivateFile {
  private let path: String
  private let descriptor: Descriptor

  init(creating path: String) throws(Diagnosis) {
    self.path = path
    do throws(Errno) {
      descriptor = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try descriptor.restoreOwnerAccess()
    } catch {
      throw Self.cannotWrite(path, error)
    }
  }

  /// Makes the file hold `bytes`, on the disk too; a file that could not does not stay.
  func finish(with bytes: some Collection<UInt8>) throws(Diagnosis) {
    do throws(Errno) {
      try descriptor.write(Data(bytes))
      try descriptor.sync()
    } catch {
      abandon()
      throw Self.cannotWrite(path, error)
    }
  }

  /// Removes the file: there is nothing for it to hold, or what it holds is of no use.
  func abandon() {
    unlink(path)
  }

  static func write(_ text: String, to path: String) throws(Diagnosis) {
    try PrivateFile(creating: path).finish(with: text.utf8)
  }

  private static func cannotWrite(_ path: String, _ error: Errno) -> Diagnosis {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    return Diagnosis(
      "usher/cannot-write", isFull ? .io : .cantCreate, "cannot write \(path) (\(error.reason))",
      hint: error == .exists ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
