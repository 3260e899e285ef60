import LibC

/// The file that a path leads to, however the path is spelled; the file may not exist yet.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t
  /// The names that do not exist yet, below the last folder that does.
  private var missing: [Substring] = []

  init(_ path: String) {
    var present = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/")[...]
    var status = stat()
    while let name = names.first, stat("\(present)/\(name)", &status) == 0 {
      present += "/" + name
      names.removeFirst()
    }
    stat(present, &status)
    (device, node) = (status.st_dev, status.st_ino)
    for name in names where name != "." {
      if name == "..", !missing.isEmpty { missing.removeLast() } else { missing.append(name) }
    }
  }
}
