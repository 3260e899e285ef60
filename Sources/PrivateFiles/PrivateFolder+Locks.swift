import LibC

extension PrivateFolder {
  /// Removes the locks called `names` that no process holds.
  ///
  /// Only its holder removes a lock. And a process that acquires a lock checks that the file still has its name
  /// (`FileLock`). So two processes never hold locks with the same name.
  package func sweepLocks(_ names: [String]) {
    for name in names {
      // Files that cannot be opened, and locks that are held, are left to a later sweep.
      guard let file = try? openLock(name), flock(file.raw, LOCK_EX | LOCK_NB) == 0 else { continue }
      if isNamed(name, file) { remove(name) }
    }
  }

  /// Returns whether the open file still is the one called `name`.
  func isNamed(_ name: String, _ file: borrowing Descriptor) -> Bool {
    guard let open = try? file.status(), let named = status(of: name) else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
