import Essentials
package import LibC

/// A folder of a test's own, removed with everything in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Where temporary files are made.
  package static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  /// - Parameter inMemory: where the system has files in memory, for tests that write thousands.
  package init(inMemory: Bool = false) {
    let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : Self.parent
    var template = Array("\(parent)/usher-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder can be made") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Where `name` is, or would be.
  package func path(of name: String) -> String { path + "/" + name }

  /// The content of a file in the folder; nil if there is none.
  package func text(of name: String) -> String? {
    guard let file = fopen(path + "/" + name, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(_ text: String, to name: String, mode: mode_t = 0o600) {
    write(text.utf8, to: name, mode: mode)
  }

  package func write(_ content: some Collection<UInt8>, to name: String, mode: mode_t = 0o600) {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, mode)
    guard file >= 0 else { fatalError("\(name) cannot be written") }
    defer { close(file) }
    fchmod(file, mode)
    var bytes = Array(content)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { LibC.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { fatalError("\(name) cannot be written") }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension TemporaryFolder {
  /// The names of what is in the folder or one inside it, sorted.
  package func names(in inner: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + inner)) ?? []).sorted()
  }

  package func makeFolder(_ name: String, mode: mode_t = 0o700) {
    guard mkdir(path + "/" + name, mode) == 0 else { fatalError("\(name) cannot be made") }
  }

  package func makeLink(_ name: String, to target: String) {
    guard symlink(target, path + "/" + name) == 0 else { fatalError("\(name) cannot be made") }
  }

  /// The permissions of a file in the folder; nil if there is none.
  package func mode(of name: String) -> mode_t? {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
