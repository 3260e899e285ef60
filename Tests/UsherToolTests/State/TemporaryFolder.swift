import Essentials
import LibC

/// A folder that exists as long as a test needs it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/usher-state-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template)!)
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Every name in it, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func path(_ name: String) -> String {
    path + "/" + name
  }

  func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    chmod(path(name), mode)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }
}

func mode(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}
