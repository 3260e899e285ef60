import CommandKit
import Essentials
import LibC

/// A text that a child program reads from its own descriptor.
///
/// The text is then in no argument, variable or file, and the child's standard input stays free.
final class ProgramInput {
  private var ends: [Int32] = [-1, -1]

  init() throws(Diagnosis) {
    guard pipe(&ends) == 0 else {
      throw Diagnosis(
        .io, "cannot make a pipe (\(String(cString: strerror(errno))))", retry: .same
      )
    }
    // The child inherits only the end for reading.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
  }

  /// The path by which the child opens the pipe.
  var path: String { "/dev/fd/\(ends[0])" }

  /// Writes `text` to the child after it has started; a child may leave it unread.
  func send(_ text: String) {
    closeEnd(0)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { break }
      rest = rest.dropFirst(max(0, count))
    }
    closeEnd(1)
  }

  private func closeEnd(_ index: Int) {
    if ends[index] >= 0 { close(ends[index]) }
    ends[index] = -1
  }

  deinit {
    for index in ends.indices { closeEnd(index) }
  }
}
