import LibC
import TerminalIO

/// A new file that holds a secret, for the user alone: 0600 whatever the umask; never follows or replaces what
/// is there.
///
/// It is made before what it will hold, so that a secret that is shown only once has its place already.
struct PrivateFile {
  let path: String
  private let descriptor: Int32

  init(creating path: String) throws(Diagnosis) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.cannotWrite(path, errno) }
  }

  /// Makes the file hold `bytes`, on the disk too, and closes it; a file that could not is removed.
  func finish(with bytes: some Collection<UInt8>) throws(Diagnosis) {
    let output = FileOutput(descriptor: descriptor)
    var problem: Int32?
    do throws(OutputError) {
      try output.write(bytes)
      if fsync(descriptor) != 0 { problem = errno }
      try output.close()
    } catch {
      unlink(path)
      throw Diagnosis(error)
    }
    guard let problem else { return }
    unlink(path)
    throw Self.cannotWrite(path, problem)
  }

  /// Removes the file: there is nothing for it to hold.
  func abandon() {
    close(descriptor)
    remove()
  }

  /// Takes away what `finish` wrote.
  func remove() {
    unlink(path)
  }

  static func write(_ text: String, to path: String) throws(Diagnosis) {
    try PrivateFile(creating: path).finish(with: text.utf8)
  }

  private static func cannotWrite(_ path: String, _ code: Int32) -> Diagnosis {
    let isFull = code == ENOSPC || code == EDQUOT
    return Diagnosis(
      "usher/cannot-write", isFull ? .io : .cantCreate,
      "cannot write \(path) (\(String(cString: strerror(code))))",
      hint: code == EEXIST ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
