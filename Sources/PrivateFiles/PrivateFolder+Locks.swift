import LibC

extension PrivateFolder {
  /// Removes the locks called `names` that nobody holds.
  ///
  /// A lock is removed by its holder only, and whoever gets one looks whether it still has its name
  /// (`FileLock`): so two never hold locks of one name.
  package func sweepLocks(_ names: [String]) {
    for name in names {
      // What cannot be opened or is held is left to the next one who sweeps.
      guard let file = try? openLock(name), flock(file.raw, LOCK_EX | LOCK_NB) == 0 else { continue }
      if isNamed(name, file) { remove(name) }
    }
  }

  /// Whether the file that is open is still the one called `name`.
  func isNamed(_ name: String, _ file: borrowing Descriptor) -> Bool {
    guard let open = try? file.status(), let named = status(of: name) else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
