// How far the server's clock was moved.
extension Transaction {
  /// In seconds.
  func clockOffset() throws(StorageFailure) -> Int {
    try connection.value("SELECT ahead FROM clock WHERE id = 1") ?? 0
  }

  func setClockOffset(_ seconds: Int) throws(StorageFailure) {
    try connection.run("INSERT OR REPLACE INTO clock (id, ahead) VALUES (1, ?)", seconds)
  }
}
