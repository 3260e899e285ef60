import Administration
package import Essentials
import LibC
import TerminalIO

/// Reads small files and standard input as a whole: codes, tokens and sessions.
package struct FileInput: Sendable {
  private let descriptor: Int32
  /// A descriptor that becomes readable when a wait must end early.
  private let interruption: Int32

  package init(descriptor: Int32 = STDIN_FILENO, interruption: Int32 = -1) {
    self.descriptor = descriptor
    self.interruption = interruption
  }

  /// Whether somebody types the standard input.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// A limit above the size of all secrets and sessions, and small enough for memory.
  static let limit = 1 << 20

  /// Returns the text up to the end, or only its first line if `line` is true.
  ///
  /// - Parameter limit: The time to wait for it; nil means no limit.
  package func text(
    line: Bool = false, within limit: Duration? = nil
  ) throws(Diagnosis) -> String {
    let name = Self.name(of: "-")
    return try Self.text(
      try bytes(from: descriptor, named: name, line: line, within: limit), named: name)
  }

  /// Returns whether the file at `path` can be read again; true if there is none.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && (stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG)
  }

  /// Returns the text of the file at `path`; the file may be a FIFO, and `-` is standard input.
  package func text(of path: String, line: Bool = false) throws(Diagnosis) -> String {
    if path == "-" { return try text(line: line) }
    return try Self.text(try bytes(of: path, line: line), named: Self.name(of: path))
  }

  /// Returns the bytes of the file at `path`, which do not have to be text.
  package func data(of path: String) throws(Diagnosis) -> Data {
    Data(try bytes(of: path))
  }

  private func bytes(of path: String, line: Bool = false) throws(Diagnosis) -> [UInt8] {
    if path == "-" { return try bytes(from: descriptor, named: Self.name(of: path), line: line) }
    if path.isEmpty {
      throw Diagnosis(.noFileName, "the file's name is empty", retry: .newInput)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.cannotRead(Self.name(of: path)) }
    defer { LibC.close(file) }
    return try bytes(from: file, named: Self.name(of: path), line: line)
  }

  static func text(_ bytes: [UInt8], named name: Text) throws(Diagnosis) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnosis(.notText, "\(name) is not UTF-8 text")
    }
    return text
  }

  private func bytes(
    from descriptor: Int32, named name: Text, line: Bool, within limit: Duration? = nil
  ) throws(Diagnosis) -> [UInt8] {
    let deadline = limit.map { ContinuousClock.now + $0 }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= Self.limit, !(line && bytes.contains(0x0A)) {
      try wait(for: descriptor, named: name, until: deadline)
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw Self.cannotRead(name)
      }
      bytes += buffer[..<count]
    }
    guard bytes.count <= Self.limit else {
      throw Diagnosis(.tooLong, "\(name) is longer than 1 MiB")
    }
    if line, let end = bytes.firstIndex(of: 0x0A) { bytes.removeSubrange(end...) }
    return bytes
  }

  private func wait(
    for descriptor: Int32, named name: Text, until deadline: ContinuousClock.Instant?
  ) throws(Diagnosis) {
    while true {
      var watched = [interruption, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      let milliseconds = left.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) }
      let ready = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
      if ready < 0, errno != EINTR { throw Self.cannotRead(name) }
      if ready > 0, watched[0].revents != 0 { throw Diagnosis(TerminalError.interrupted) }
      if ready > 0 { return }
      if ready == 0, left == .zero { throw Diagnosis(TerminalError.timedOut) }
    }
  }

  /// What messages call the file at `path`; `-` is standard input.
  static func name(of path: String) -> Text {
    path == "-" ? "standard input" : Text(verbatim: path)
  }

  private static func cannotRead(_ name: Text) -> Diagnosis {
    Diagnosis(.cannotRead, "cannot read \(name) (\(String(cString: strerror(errno))))")
  }
}

/// The file with a project's password hash parameters.
enum HashParametersFile {
  /// Reads the file at `path`; `-` is standard input.
  static func read(_ path: String, _ input: FileInput) throws -> HashParameters {
    let text = try input.text(of: path)
    do throws(HashParameters.Flaw) {
      return try HashParameters(text)
    } catch {
      throw Diagnosis(error, in: FileInput.name(of: path))
    }
  }
}
