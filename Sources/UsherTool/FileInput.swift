import LibC

/// Reads whole small files and standard input: codes, tokens, sessions.
package struct FileInput: Sendable {
  private let descriptor: Int32

  package static let standard = FileInput(descriptor: STDIN_FILENO)

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// More than any secret or session needs, and little enough to hold.
  static let limit = 1 << 20

  /// Everything up to the end, or the first line where `line` asks for no more.
  package func text(line: Bool = false) throws(Diagnosis) -> String {
    try Self.text(from: descriptor, named: "standard input", line: line)
  }

  /// The file at `path`, which may be a FIFO; `-` is standard input.
  package func text(of path: String, line: Bool = false) throws(Diagnosis) -> String {
    if path == "-" { return try text(line: line) }
    if path.isEmpty {
      throw Diagnosis("usher/no-file-name", .usage, "the file's name is empty", retry: .newInput)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Diagnosis(
        "usher/cannot-read", .data, "cannot read \(path) (\(String(cString: strerror(errno))))",
        retry: .newInput)
    }
    defer { LibC.close(file) }
    return try Self.text(from: file, named: path, line: line)
  }

  private static func text(
    from descriptor: Int32, named name: String, line: Bool
  ) throws(Diagnosis) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit, !(line && bytes.contains(0x0A)) {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Diagnosis(
          "usher/cannot-read", .data, "cannot read \(name) (\(String(cString: strerror(errno))))",
          retry: .newInput)
      }
      bytes += buffer[..<count]
    }
    guard bytes.count <= limit else {
      throw Diagnosis("usher/too-long", .data, "\(name) is longer than 1 MiB", retry: .newInput)
    }
    if line, let end = bytes.firstIndex(of: 0x0A) { bytes.removeSubrange(end...) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnosis("usher/not-text", .data, "\(name) is not UTF-8 text", retry: .newInput)
    }
    return text
  }
}
