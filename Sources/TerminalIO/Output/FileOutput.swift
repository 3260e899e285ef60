internal import LibC

/// Writes to a descriptor and reports whatever is lost.
package struct FileOutput: Sendable {
  package static let standardOutput = FileOutput(descriptor: STDOUT_FILENO)
  package static let standardError = FileOutput(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether a person reads along, as far as that can be known.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether it is a terminal that is another job's at the moment.
  var isInBackground: Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground >= 0 && foreground != getpgrp()
  }

  package func write(_ text: String) throws(OutputError) {
    try write(text.utf8)
  }

  /// Returns when every byte was taken.
  package func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { LibC.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        throw OutputError(errno)
      }
    }
  }

  /// Closes the descriptor: some file systems tell only now that the bytes were lost.
  package func close() throws(OutputError) {
    // Interrupted or not, the descriptor is gone.
    if LibC.close(descriptor) != 0 && errno != EINTR { throw OutputError(errno) }
  }

  /// Another process made the shared descriptor non-blocking, a parent's event loop say.
  private func waitUntilWritable() {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&watched, 1, -1)
  }

  /// Fills the standard descriptors that the process was started without, so that no file it opens lands on
  /// one of them. What is written to a filled one still fails.
  package static func reserveStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Output was lost.
package enum OutputError: Error, Equatable, Sendable {
  /// No room on the disk, or none left in the quota or under the file size limit.
  case full
  /// The reader went away (`| head -1`); nothing needs to be said.
  case brokenPipe
  /// The descriptor is closed or not for writing (`>&-`).
  case closed
  /// Anything else, `reason` in the system's words.
  case failed(reason: String)

  init(_ code: Int32) {
    self =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EPIPE: .brokenPipe
      case EBADF: .closed
      default: .failed(reason: systemMessage(code))
      }
  }
}

/// The system's words for an error number.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}
