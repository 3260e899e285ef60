private import LibC

/// The process's limit of open files.
package enum OpenFiles {
  /// What the rest of the process needs: the database, its journal, the outbox, whatever is opened briefly.
  private static let reserve = 64

  #if canImport(Glibc)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif

  /// Raises the limit to what `connections` need, as far as the system lets it. The limit is the whole process's, so
  /// this is for a program of its own.
  package static func makeRoom(for connections: Int) {
    guard var limit, limit.rlim_cur < rlim_t(connections + reserve) else { return }
    limit.rlim_cur = min(rlim_t(connections + reserve), limit.rlim_max)
    setrlimit(files, &limit)
  }

  /// How many of `connections` the limit has room for.
  static func room(for connections: Int) -> Int {
    guard let limit, limit.rlim_cur < rlim_t(connections + reserve) else { return connections }
    return max(1, Int(limit.rlim_cur) - reserve)
  }

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(files, &limit) == 0 ? limit : nil
  }
}
