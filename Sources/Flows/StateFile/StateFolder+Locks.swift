import LibC

extension StateFolder {
  /// Removes the locks of sessions that nobody holds, those named in `kept` left out.
  ///
  /// A lock is removed by its holder only, and whoever gets one looks whether it still has its name
  /// (`FileLock`): so two never hold locks of one name.
  func sweepLocks(except kept: Set<String>) {
    for name in lockNames where !kept.contains(name) {
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

  private var lockNames: [String] {
    names.filter { $0.hasPrefix(SessionKey.lockPrefix) && $0.hasSuffix(SessionKey.lockSuffix) }
  }
}
