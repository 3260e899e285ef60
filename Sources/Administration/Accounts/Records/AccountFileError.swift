package import PrivateFiles

/// An error in a file with accounts, or of the system.
package enum AccountFileError: Error, Equatable, Sendable {
  /// The file could not be read. A folder is `EISDIR`, and a device or a FIFO is `EINVAL`.
  case unreadable(Errno)
  /// The file has no array called `users`.
  case noUsers
  /// The file ends before the array does.
  case truncated(Place)
  /// What is around the accounts is not JSON, is too long, or has a name twice.
  case malformed
  /// This account is not JSON, or has a member of another type.
  case badAccount(index: Int, Place)
  /// This account has more bytes than a request.
  case longAccount(index: Int, Place)

  package struct Place: Equatable, Sendable {
    /// The number of bytes before it.
    package let offset: Int
    /// The line, counted from 1.
    package let line: Int

    package init(offset: Int, line: Int) {
      (self.offset, self.line) = (offset, line)
    }
  }
}
