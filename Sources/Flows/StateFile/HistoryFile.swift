import Essentials
package import PrivateFiles

/// The lines that were typed into `shell`, on disk: the user's alone, and refused like the state where others can
/// get at it.
package struct HistoryFile: Sendable {
  package let path: String
  private let folder: String
  private let name: String
  private let wait: LockWait

  /// How many lines are kept.
  package static let limit = 1_000
  /// A longer line is not kept.
  package static let lineLimit = 4_096

  package init(path: String, wait: LockWait) {
    self.path = path
    self.wait = wait
    name = String(path.split(separator: "/").last ?? "history")
    folder = String(path.dropLast(name.count + 1))
  }

  /// The lines, the oldest first; none where nothing was ever kept.
  package func lines() throws(StateError) -> [String] {
    guard let folder = try PrivateFolder.open(folder) else { return [] }
    return try lines(in: folder)
  }

  /// Adds a line, unless it is the one before, or too long. Lines that other processes add meanwhile stay.
  package func append(_ line: String) throws(StateError) {
    guard line.utf8.count <= Self.lineLimit else { return }
    let folder = try PrivateFolder.make(folder)
    // The state's, which may be in the same folder: one is enough for all that is replaced there.
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
