import LibC

/// Why a system call failed.
package struct Errno: Error, Equatable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package static let noEntry = Errno(code: ENOENT)
  package static let exists = Errno(code: EEXIST)
  package static let wouldBlock = Errno(code: EWOULDBLOCK)

  /// No file can be there.
  package var meansNothingThere: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(code) }

  /// This user may not.
  package var isRefusal: Bool { [EACCES, EPERM].contains(code) }

  package var reason: String { String(cString: strerror(code)) }

  /// Makes a system call, again while signals interrupt it.
  package static func check<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw Errno(code: code) }
    }
  }
}
