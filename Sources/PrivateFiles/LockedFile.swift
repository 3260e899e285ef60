package import Essentials

/// A file that its user's processes read, and replace as a whole, one at a time.
///
/// A reader takes no lock. A writer that was killed leaves a temporary file, which the next reader or writer removes.
package struct LockedFile: Sendable {
  package let folder: String
  package let name: String
  private let lockName: String
  private let sizeLimit: Int
  private let wait: LockWait

  /// - Parameters:
  ///   - lock: The name of the lock file, in the same folder.
  ///   - sizeLimit: The maximum size in bytes. A larger file is neither read nor written.
  package init(_ name: String, in folder: String, lock: String, sizeLimit: Int, wait: LockWait) {
    self.name = name
    self.folder = folder
    self.lockName = lock
    self.sizeLimit = sizeLimit
    self.wait = wait
  }

  package var path: String { folder + "/" + name }

  /// Returns the lock that a writer holds.
  package func lock(waiting wait: LockWait? = nil) -> FileLock {
    FileLock(folder: folder, name: lockName, wait: wait ?? self.wait)
  }

  /// Opens the folder to read from it; nil if it is missing.
  package func opened() throws(StateError) -> PrivateFolder? {
    guard let folder = try PrivateFolder.open(folder) else { return nil }
    if folder.containsTemporary(of: name) { sweep(folder) }
    return folder
  }

  /// Deletes the temporary file of a writer that was killed. If a writer holds the lock, the file belongs to it and
  /// stays.
  private func sweep(_ folder: borrowing PrivateFolder) {
    // A reader ignores a failure here, because the next writer reports it.
    guard let held = try? lock(waiting: LockWait(limit: .zero)).acquire(in: folder) else { return }
    folder.removeTemporary(of: name)
    held.release()
  }

  /// Returns the content of the file; nil if there is none.
  package func content(in folder: borrowing PrivateFolder) throws(StateError) -> Data? {
    try folder.read(name, limit: sizeLimit)
  }

  /// The file, while no other process changes it. Whoever holds it releases it.
  package struct Held: ~Copyable {
    package let folder: PrivateFolder
    private let lock: HeldLock

    fileprivate init(_ folder: consuming PrivateFolder, _ lock: consuming HeldLock) {
      self.folder = folder
      self.lock = lock
    }

    package func release() { lock.release() }
  }

  /// Waits until no other process changes the file. The folder is made if it is missing.
  package func hold() throws(StateError) -> Held { try hold(in: try PrivateFolder.make(folder)) }

  package func hold(in folder: consuming PrivateFolder) throws(StateError) -> Held {
    let lock = try lock().acquire(in: folder)
    folder.removeTemporary(of: name)
    return Held(folder, lock)
  }

  /// Replaces the file, which is on the disk when this returns.
  /// - Returns: The new file, or nil if it cannot be kept open.
  @discardableResult
  package func replace(with content: Data, over held: borrowing Held) throws(StateError) -> OpenedFile? {
    guard content.count <= sizeLimit else {
      throw .failed(path: path, reason: "it would become larger than \(sizeLimit) bytes")
    }
    return try held.folder.replace(name, with: content)
  }
}
