import LibC
import TestSupport

/// A file without a name that a program reads or writes as one of its standard streams.
final class CapturedStream: Sendable {
  let descriptor: Int32

  init() {
    var template = Array("\(TemporaryFolder.parent)/usher-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { fatalError("no temporary file can be made") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
  }

  deinit {
    close(descriptor)
  }

  /// What is there by now.
  var text: String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count)), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Leaves the place where the program starts to read at the beginning.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { fatalError("no room for input") }
  }
}
