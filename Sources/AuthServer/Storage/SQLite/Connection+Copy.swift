import CSQLite

extension Connection {
  /// Copies the database, as it is now, into `other`, whose content it replaces in one transaction. Others go on
  /// writing meanwhile.
  ///
  /// Pages are copied as they are, so that the copy is in the same mode: one made by `VACUUM INTO` has no log.
  func copy(into other: Connection, isWanted: () -> Bool) throws {
    // In a transaction all pages are of the same moment; SQLite would else begin again with every foreign write.
    try run("BEGIN")
    defer { try? run("ROLLBACK") }
    _ = try userVersion
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw StorageFailure(sqlite3_errcode(other.handle), path: other.path, handle: other.handle)
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, isWanted() { code = sqlite3_backup_step(backup, 1024) }
    sqlite3_backup_finish(backup)
    guard code != SQLITE_OK else { throw CopyFailure.notWanted }
    guard code == SQLITE_DONE else {
      // What cannot be understood is here, what cannot be written there.
      let isOurs = [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
      throw StorageFailure(code, path: isOurs ? path : other.path, handle: other.handle)
    }
  }

  /// Refuses a database of another program, one that `schema` does not know, and one that is damaged.
  ///
  /// - Parameter schema: nil where any version does.
  func checkContent(schema: Schema?, isWanted: () -> Bool) throws {
    guard try applicationID == Schema.applicationID else {
      throw StorageFailure.corrupt(path: path, reason: "it is no database of usher's")
    }
    let version = try userVersion
    guard version > 0 else { throw StorageFailure.corrupt(path: path, reason: "its version is \(version)") }
    if let schema {
      if version > schema.version { throw StorageFailure.newer(path: path, version: version) }
      try refuseEarlier(than: schema)
    }
    let verdict: String? = try whileWanted(isWanted) { () throws(StorageFailure) in
      try value("PRAGMA integrity_check(1)")
    }
    guard verdict == "ok" else {
      throw StorageFailure.corrupt(path: path, reason: verdict ?? "SQLite says nothing of it")
    }
  }

  /// Runs `body`, and ends its statements once nobody waits for them.
  private func whileWanted<Value>(
    _ isWanted: () -> Bool, _ body: () throws(StorageFailure) -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(isWanted) { isWanted in
      let patience = Patience(isWanted)
      let context = Unmanaged.passUnretained(patience).toOpaque()
      sqlite3_progress_handler(
        handle, 100_000,
        { context in
          guard let context else { return 0 }
          return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().isWanted() ? 0 : 1
        }, context)
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      do throws(StorageFailure) {
        return try withExtendedLifetime(patience) { () throws(StorageFailure) in try body() }
      } catch {
        if !isWanted() { throw CopyFailure.notWanted }
        throw error
      }
    }
  }
}

/// What SQLite asks whether to go on.
private final class Patience {
  let isWanted: () -> Bool

  init(_ isWanted: @escaping () -> Bool) {
    self.isWanted = isWanted
  }
}
