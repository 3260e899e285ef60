private import LibC

/// The process's limit of open files.
enum OpenFiles {
  /// What the rest of the process needs: the database, its journal, the outbox, whatever is opened briefly.
  private static let reserve = 64

  /// Raises the limit where needed; how many of `connections` there is room for.
  static func makeRoom(for connections: Int) -> Int {
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(wanted, limit.rlim_max)
      if setrlimit(files, &raised) == 0 { limit = raised }
    }
    return limit.rlim_cur >= wanted ? connections : max(1, Int(limit.rlim_cur) - reserve)
  }
}
