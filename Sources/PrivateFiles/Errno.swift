import LibC

/// The error of a system call.
package struct Errno: Error, Equatable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package static let noEntry = Errno(code: ENOENT)
  package static let exists = Errno(code: EEXIST)
  package static let wouldBlock = Errno(code: EWOULDBLOCK)

  /// Whether the error means that there is no file.
  package var meansNothingThere: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(code) }

  /// Whether the error means that the user does not have permission.
  package var isRefusal: Bool { [EACCES, EPERM].contains(code) }

  package var reason: String { String(cString: strerror(code)) }

  /// Makes a system call, and repeats it if a signal interrupts it.
  package static func check<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw Errno(code: code) }
    }
  }
}
