private import LibC

/// The process's limit of open files.
package enum OpenFiles {
  /// The files for the rest of the process: the database, its journal, the outbox, and short-lived ones.
  private static let reserve = 64

  #if canImport(Glibc)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif

  /// Raises the limit for `connections`, as far as the system allows.
  ///
  /// The limit is for the whole process, so only a program of its own should call this.
  package static func makeRoom(for connections: Int) {
    guard var limit, limit.rlim_cur < rlim_t(connections + reserve) else { return }
    limit.rlim_cur = min(rlim_t(connections + reserve), limit.rlim_max)
    setrlimit(files, &limit)
  }

  /// Returns how many of `connections` fit into the limit.
  static func room(for connections: Int) -> Int {
    guard let limit, limit.rlim_cur < rlim_t(connections + reserve) else { return connections }
    return max(1, Int(limit.rlim_cur) - reserve)
  }

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(files, &limit) == 0 ? limit : nil
  }
}
