import Essentials
package import PrivateFiles

/// The lines that the user typed in `shell`, in a file.
///
/// Only the user can read it. It is refused, like the state, if others have access.
package struct HistoryFile: Sendable {
  package let path: String
  private let folder: String
  private let name: String
  private let wait: LockWait

  /// The maximum number of lines.
  package static let limit = 1_000
  /// The maximum length of a line in bytes. A longer line is not saved.
  package static let lineLimit = 4_096

  package init(path: String, wait: LockWait) {
    self.path = path
    self.wait = wait
    name = String(path.split(separator: "/").last ?? "history")
    folder = String(path.dropLast(name.count + 1))
  }

  /// Returns the lines, oldest first. They are empty if there is no file.
  package func lines() throws(StateError) -> [String] {
    guard let folder = try PrivateFolder.open(folder) else { return [] }
    return try lines(in: folder)
  }

  /// Adds a line, unless it repeats the last one or is too long. Lines that other processes add at the same time stay.
  package func append(_ line: String) throws(StateError) {
    guard line.utf8.count <= Self.lineLimit else { return }
    let folder = try PrivateFolder.make(folder)
    // The state's lock, because the state may be in the same folder, and one lock is enough.
    let held = try FileLock(folder: folder.path, name: StateFile.lockName, wait: wait).acquire(in: folder)
    defer { held.release() }
    var lines = try lines(in: folder)
    if lines.last == line { return }
    lines.append(line)
    let text = lines.suffix(Self.limit).map { $0 + "\n" }.joined()
    try folder.replace(name, with: Data(text.utf8))
  }

  private func lines(in folder: borrowing PrivateFolder) throws(StateError) -> [String] {
    guard let data = try folder.read(name, limit: Self.limit * (Self.lineLimit + 1)) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
