internal import CSystem
internal import LibC

/// An open terminal, closed when it goes out of scope.
struct TerminalDevice: ~Copyable {
  let descriptor: Int32
  /// The same terminal, opened once more to be read without waiting: Ctrl-C drops what was typed before it, so that
  /// nothing may be left of what `poll` has seen. Writing has to wait, so the flag cannot be on one for both.
  private let input: Int32

  init(path: String) throws(TerminalError) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    input = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    // Without a controlling terminal /dev/tty exists and does not open.
    guard descriptor >= 0, input >= 0, isatty(descriptor) == 1 else { throw .notATerminal }
  }

  deinit {
    for opened in [descriptor, input] where opened >= 0 { close(opened) }
  }

  /// How many characters a line holds; nil where nobody knows.
  var columns: Int? { known(csystem_columns(descriptor)) }

  /// How many lines it shows; nil where nobody knows.
  var rows: Int? { known(csystem_rows(descriptor)) }

  private func known(_ size: Int32) -> Int? { size > 0 ? Int(size) : nil }

  /// A terminal that cannot be written to will fail to be read from: that is where it is told.
  borrowing func write(_ text: String) {
    try? FileOutput(descriptor: descriptor).write(text)
  }

  /// What is there to be read, at most `limit` bytes; nil when that was nothing after all, empty at the end of
  /// input.
  borrowing func read(atMost limit: Int) throws(TerminalError) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: limit)
    let count = LibC.read(input, &chunk, limit)
    if count >= 0 { return chunk.prefix(count) }
    if errno == EINTR || errno == EAGAIN { return nil }
    // What a terminal says that was removed.
    if errno == EIO { return [] }
    throw .io(reason: systemMessage(errno))
  }

  /// What follows the end of a line too soon to be typed: the other lines of a paste, where the terminal does not mark
  /// pastes, as screen and the Linux console do not.
  borrowing func restOfPaste() throws(TerminalError) -> PastedText {
    var paste = PastedText()
    while hasInput(within: .milliseconds(30)), let chunk = try read(atMost: 4096), !chunk.isEmpty {
      for byte in chunk { _ = try paste.take(byte) }
    }
    return paste
  }

  /// Drops what was typed and is still coming, until nothing came for `quiet`.
  ///
  /// A terminal hands over a long paste piece by piece, so dropping once is not enough.
  borrowing func discardInput(quiet: Duration = .milliseconds(50)) {
    let end = ContinuousClock.now + .seconds(2)
    repeat { tcflush(descriptor, TCIFLUSH) } while hasInput(within: quiet) && .now < end
  }

  borrowing func hasInput(within limit: Duration) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(limit / .milliseconds(1))) > 0 && watched.revents == Int16(POLLIN)
  }

  /// Whether the terminal is another job's at the moment.
  var isInBackground: Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground >= 0 && foreground != getpgrp()
  }
}
