import LibC

/// A lock between processes.
///
/// The kernel releases it when its holder ends, for whatever reason.
///
/// Only `PrivateFolder.sweepLocks` removes its file, and holds the lock meanwhile. A process that waited for the
/// removed lock notices this, and starts again with the new file of this name.
package struct FileLock: Sendable {
  let folder: String
  let name: String
  let wait: LockWait

  package init(folder: String, name: String, wait: LockWait) {
    self.folder = folder
    self.name = name
    self.wait = wait
  }

  /// Runs `body` while no other holder of this lock runs.
  ///
  /// `body` must not acquire the lock again.
  @discardableResult
  package func hold<Result>(_ body: () -> Result) throws(StateError) -> Result {
    let held = try acquire(in: try PrivateFolder.make(folder))
    defer { held.release() }
    return body()
  }

  @discardableResult
  package func hold<Result>(_ body: () throws -> Result) throws -> Result {
    let held = try acquire(in: try PrivateFolder.make(folder))
    defer { held.release() }
    return try body()
  }

  /// Waits for the lock in an open folder.
  ///
  /// The caller releases it.
  package func acquire(in folder: borrowing PrivateFolder) throws(StateError) -> HeldLock {
    var file = try folder.lockFile(name)
    var pauses = LockWait.Pauses(seed: file.raw)
    var waited = Duration.zero
    while true {
      do throws(Errno) {
        _ = try Errno.check { flock(file.raw, LOCK_EX | LOCK_NB) }
      } catch {
        let path = folder.path + "/" + name
        guard error == .wouldBlock else { throw .failed(path: path, reason: error.reason) }
        guard waited < wait.limit, wait.isWanted() else { throw .busy(path: path) }
        let pause = pauses.next()
        wait.pause(pause)
        waited += pause
        continue
      }
      if folder.isNamed(name, file) { return HeldLock(file: file) }
      file = try folder.lockFile(name)
    }
  }
}

/// A lock that is held until it is released.
package struct HeldLock: ~Copyable {
  let file: Descriptor

  package func release() {
    _ = flock(file.raw, LOCK_UN)
  }
}
