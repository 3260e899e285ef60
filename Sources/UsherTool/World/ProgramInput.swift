import CommandKit
import LibC

/// A text that a child program reads from a descriptor of its own: so it stands in no argument, variable or
/// file, and the child's standard input stays whose it is.
final class ProgramInput {
  private var ends: [Int32] = [-1, -1]

  init() throws(Diagnosis) {
    guard pipe(&ends) == 0 else {
      throw Diagnosis(
        .io, "cannot make a pipe (\(String(cString: strerror(errno))))", retry: .same
      )
    }
    // The child gets the end that it reads.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
  }

  /// The name by which the child opens it.
  var path: String { "/dev/fd/\(ends[0])" }

  /// Hands `text` to the child, which has been started; one that does not read it has no need of it.
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
