/// The offset of the server's clock.
enum ClockOffset {
  /// The allowed range in seconds: a hundred years in both directions.
  static let allowed = -100 * 366 * 86_400...100 * 366 * 86_400
}

extension Transaction {
  func clockOffset() throws(StorageFailure) -> Int {
    let offset: Int = try connection.value("SELECT ahead FROM clock WHERE id = 1") ?? 0
    guard ClockOffset.allowed.contains(offset)
    else { throw .damaged(path: connection.path, column: "clock.ahead") }
    return offset
  }

  func setClockOffset(_ seconds: Int) throws(StorageFailure) {
    try connection.run("INSERT OR REPLACE INTO clock (id, ahead) VALUES (1, ?)", seconds)
  }
}
