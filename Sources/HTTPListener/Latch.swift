private import LibC

/// Opens once; many can wait for it. A pipe, since a wait on one ends with a signal.
final class Latch: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(ListenError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(reason: String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func open() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Whether the latch is open, having waited for that up to `limit`, or until a signal came.
  func wait(for limit: Duration? = nil) -> Bool {
    let milliseconds = limit.map {
      Int32(clamping: $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
    }
    var readable = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&readable, 1, milliseconds ?? -1) > 0
  }
}
