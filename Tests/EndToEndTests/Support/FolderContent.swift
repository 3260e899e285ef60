import Essentials
import LibC

/// The files of a folder, held in memory.
struct FolderContent: Equatable {
  /// By name.
  private(set) var files: [String: Data] = [:]

  /// No folder at all.
  init() {}

  /// Nothing where there is no such folder.
  init(of path: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      files[name] = try? Data(contentsOf: URL(filePath: path + "/" + name))
    }
  }

  var names: [String] { files.keys.sorted() }

  subscript(name: String) -> String? {
    files[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes the folder hold exactly this, each file for the user alone; without files there is no folder.
  func write(to path: String) {
    try? FileManager.default.removeItem(atPath: path)
    if files.isEmpty { return }
    mkdir(path, 0o700)
    writeFiles(as: path + "/")
  }

  /// Makes files of those whose name begins with `prefix`, which `path` takes the place of.
  func writeFiles(prefix: String = "", as path: String) {
    for (name, data) in files where name.hasPrefix(prefix) {
      let path = path + name.dropFirst(prefix.count)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard data.withUnsafeBytes({ LibC.write(file, $0.baseAddress, $0.count) }) == data.count else {
        fatalError("\(path) cannot be written")
      }
      close(file)
    }
  }
}
