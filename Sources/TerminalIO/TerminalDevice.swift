internal import LibC

/// An open terminal, closed when it goes out of scope.
struct TerminalDevice: ~Copyable {
  let descriptor: Int32

  init(path: String) throws(TerminalError) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    // Without a controlling terminal /dev/tty exists and does not open.
    guard descriptor >= 0, isatty(descriptor) == 1 else { throw .notATerminal }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// A terminal that cannot be written to will fail to be read from: that is where it is told.
  borrowing func write(_ text: String) {
    try? FileOutput(descriptor: descriptor).write(text)
  }

  /// The next line, unless `deadline` comes or `interruption` becomes readable first.
  borrowing func readLine(
    until deadline: ContinuousClock.Instant?, orReadable interruption: Int32
  ) throws(TerminalError) -> String {
    var line = TypedLine()
    while true {
      try waitForInput(until: deadline, orReadable: interruption)
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw .io(reason: systemMessage(errno))
      }
      if let text = try line.take(chunk.prefix(count)) { return text }
    }
  }

  private borrowing func waitForInput(
    until deadline: ContinuousClock.Instant?, orReadable interruption: Int32
  ) throws(TerminalError) {
    while true {
      var watched = [interruption, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&watched, nfds_t(watched.count), deadline.map(milliseconds(until:)) ?? -1)
      if ready < 0 && errno != EINTR { throw .io(reason: systemMessage(errno)) }
      if ready > 0 && watched[0].revents != 0 { throw .interrupted }
      if ready > 0 && watched[1].revents != 0 { return }
      if let deadline, deadline <= .now { throw .timedOut }
    }
  }
}

/// Rounded up, so that the wait has ended when it says so.
private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  let left = max(.zero, ContinuousClock.now.duration(to: deadline))
  return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
}
