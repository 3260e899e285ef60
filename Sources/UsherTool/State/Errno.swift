import LibC

/// Why a system call failed.
struct Errno: Error, Equatable {
  let code: Int32

  static let noEntry = Errno(code: ENOENT)
  static let exists = Errno(code: EEXIST)
  static let wouldBlock = Errno(code: EWOULDBLOCK)

  /// No file can be there.
  var meansNothingThere: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(code) }

  /// This user may not.
  var isRefusal: Bool { [EACCES, EPERM].contains(code) }

  var reason: String { String(cString: strerror(code)) }

  /// Makes a system call, again while signals interrupt it.
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw Errno(code: code) }
    }
  }
}
