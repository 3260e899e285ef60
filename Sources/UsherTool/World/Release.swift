import CSystem

/// This program, as it calls itself to people and servers.
enum Release {
  static let version = "0.1.0"

  /// What it was built from; nil where the build could not tell.
  static var commit: Commit? {
    guard let id = csystem_commit(), let date = csystem_commit_date() else { return nil }
    return Commit(id: String(cString: id), date: String(cString: date))
  }

  struct Commit: Equatable {
    /// The beginning of its hash; `-dirty` follows where files had been changed since.
    var id: String
    /// The day that it was made, as YYYY-MM-DD in UTC.
    var date: String
  }
}
