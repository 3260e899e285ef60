import LibC

/// What a path leads to, whatever way it is written: a file or, while there is none, its place in a folder.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t
  /// What is not there yet, below the last folder that is.
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
