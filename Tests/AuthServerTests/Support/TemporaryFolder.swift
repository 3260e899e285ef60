import Essentials

/// A folder that lives as long as its owner.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter inMemory: where the system has files in memory, for tests that write thousands.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      inMemory && FileManager.default.fileExists(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = parent + "/usher-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }
}
