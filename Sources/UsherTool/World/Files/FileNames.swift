import CommandKit
import Essentials
import LibC

/// The files and folders whose paths begin with a given text.
struct FileNames {
  private let beginning: String
  private let kind: Completions.Files

  init(beginning: String, only kind: Completions.Files) {
    self.beginning = beginning
    self.kind = kind
  }

  /// The matching paths, sorted; a folder ends in `/`.
  ///
  /// Leaves out names that cannot be shown unchanged. Leaves out hidden files unless the typed name begins with a dot.
  var choices: [String] {
    let slash = beginning.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(beginning[...$0]) } ?? ""
    let name = String(beginning.dropFirst(folder.count))
    return names(in: folder.isEmpty ? "." : folder).filter { found in
      ![".", ".."].contains(found) && found.utf8.starts(with: name.utf8)
        && (found.first != "." || name.first == ".") && SafeText.line(found) == found
    }.sorted().compactMap { found in
      let isFolder = isFolder(folder + found)
      return isFolder ? folder + found + "/" : kind == .directories ? nil : folder + found
    }
  }

  private func names(in folder: String) -> [String] {
    guard let open = opendir(folder) else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(validatingCString: $0)
        }
      }
      names += name.map { [$0] } ?? []
    }
    return names
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

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
