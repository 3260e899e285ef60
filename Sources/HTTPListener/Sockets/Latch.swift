private import LibC

/// A latch that opens once.
///
/// Any number of threads can wait for it.
///
/// It uses a pipe, because a signal can end the wait for one.
package final class Latch: Sendable {
  package enum Wait {
    case open, interrupted, timedOut
  }

  private let readEnd: Int32
  private let writeEnd: Int32

  package init() throws(ListenError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(reason: String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Readable after the latch opens.
  package var descriptor: Int32 { readEnd }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  package func open() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits until the latch is open, `limit` has passed, or `interruption` becomes readable.
  package func wait(for limit: Duration? = nil, orReadable interruption: Int32 = -1) -> Wait {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      var watched = [interruption, readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      // Rounded up, so the time has really passed when the wait returns.
      let milliseconds = left.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) }
      let ready = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
      if ready > 0 && watched[1].revents != 0 { return .open }
      if ready > 0 && watched[0].revents != 0 { return .interrupted }
      if ready == 0, left == .zero { return .timedOut }
    }
  }
}
