import CSQLite

extension Connection {
  /// Copies the current database into `other`, and replaces its content in one transaction.
  ///
  /// Others can write meanwhile. Pages are copied unchanged, so the copy is in the same mode. A copy made by
  /// `VACUUM INTO` does not have a log.
  func copy(into other: Connection, isWanted: () -> Bool) throws {
    // In a transaction, all pages are from the same moment. Otherwise, SQLite would start again after each write by
    // others.
    try run("BEGIN")
    defer { _ = try? run("ROLLBACK") }
    _ = try userVersion
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw StorageFailure(sqlite3_errcode(other.handle), path: other.path, handle: other.handle)
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, isWanted() { code = sqlite3_backup_step(backup, 1024) }
    sqlite3_backup_finish(backup)
    guard code != SQLITE_OK else { throw CopyFailure.notWanted }
    guard code == SQLITE_DONE else {
      // Read errors are about this database, and write errors about the other one.
      let isOurs = [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
      throw StorageFailure(code, path: isOurs ? path : other.path, handle: other.handle)
    }
  }

  /// Throws for a database of another program, of an unknown version, or with damage.
  ///
  /// - Parameter schema: The known versions, or nil to accept any version.
  func checkContent(schema: Schema?, isWanted: () -> Bool) throws {
    guard try applicationID == Schema.applicationID else {
      throw StorageFailure.corrupt(path: path, reason: "it is not a database of usher")
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

  /// Runs `body`, and ends its statements when nobody waits for them any more.
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

/// The callback that tells SQLite whether to continue.
private final class Patience {
  let isWanted: () -> Bool

  init(_ isWanted: @escaping () -> Bool) {
    self.isWanted = isWanted
  }
}
