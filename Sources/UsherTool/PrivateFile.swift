import LibC

/// Files that hold a secret, for the user alone.
enum PrivateFile {
  /// Makes a new file, 0600 whatever the umask, and never follows or replaces what is there.
  static func write(_ text: String, to path: String) throws(Diagnosis) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannotWrite(path) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { LibC.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        let diagnosis = cannotWrite(path)
        close(file)
        unlink(path)
        throw diagnosis
      }
    }
    guard fsync(file) == 0, close(file) == 0 else { throw cannotWrite(path) }
  }

  private static func cannotWrite(_ path: String) -> Diagnosis {
    let code = errno
    let isFull = code == ENOSPC || code == EDQUOT
    return Diagnosis(
      "usher/cannot-write", isFull ? .io : .cantCreate,
      "cannot write \(path) (\(String(cString: strerror(code))))",
      hint: code == EEXIST ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
