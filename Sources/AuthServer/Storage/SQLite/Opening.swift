import LibC

/// The steps that open a database: find or create it, check it, and bring it up to date.
struct Opening {
  let location: Store.Location
  let use: Store.Use
  let schema: Schema

  /// Limits the size of the log.
  ///
  /// Beyond the limit, its pages are moved into the database.
  ///
  /// The log stays when a connection closes. Moving it costs two syncs that do not make anything more durable: each
  /// commit is already synced in the log. But the next process reads the log when it opens, so a log that short-lived
  /// processes share is kept short.
  private func limitLog(of connection: Connection) throws(StorageFailure) {
    switch use {
    case .command: connection.cutLog(after: 50)
    case .server: try connection.runScript("PRAGMA wal_autocheckpoint = 2000")
    }
  }

  func connection() throws(StorageFailure) -> Connection {
    guard case .file(let path) = location else {
      let connection = try Connection(path: ":memory:")
      try connection.bringUpToDate(schema, file: nil)
      return connection
    }
    let file = DatabaseFile(path: path)
    try file.prepare(isPrivate: use == .command)
    try refuseOtherVersion(path)
    let connection = try Connection(path: path)
    // SQLite also opens read-only files. A command can read them, but a server would refuse every request.
    if use == .server, connection.isReadOnly {
      throw .notWritable(path: path, reason: String(cString: strerror(EROFS)))
    }
    // The embedded server is for tests. Each command's syncs would cost more than its work, and its file stays whole
    // without them. If the machine loses power, the last commits are lost.
    try connection.runScript("PRAGMA synchronous = \(use == .command ? "NORMAL" : "FULL")")
    try limitLog(of: connection)
    try connection.keepLogOnClose()
    let (application, version) = (try connection.applicationID, try connection.userVersion)
    if (application, version) != (Schema.applicationID, schema.version) {
      if application != Schema.applicationID {
        try connection.refuseForeignDatabase()
      } else if version < 1 {
        throw .corrupt(path: path, reason: "its version is \(version)")
      } else if version > schema.version {
        throw .newer(path: path, version: version)
      }
      try connection.refuseEarlier(than: schema)
      // From here on, the file is changed permanently.
      try connection.useLog()
      try connection.bringUpToDate(schema, file: file)
    }
    return connection
  }

  /// Throws for a newer or an earlier database before SQLite creates a log next to it, if there is none.
  private func refuseOtherVersion(_ path: String) throws(StorageFailure) {
    guard access(path + "-wal", F_OK) != 0, let connection = try? Connection(unchanging: path),
      (try? connection.applicationID) == Schema.applicationID, let version = try? connection.userVersion
    else { return }
    if version > schema.version { throw .newer(path: path, version: version) }
    try connection.refuseEarlier(than: schema)
  }
}

extension Connection {
  var userVersion: Int {
    get throws(StorageFailure) { try value("PRAGMA user_version") ?? 0 }
  }

  var applicationID: Int {
    get throws(StorageFailure) { try value("PRAGMA application_id") ?? 0 }
  }

  var pageSize: Int {
    get throws(StorageFailure) { try value("PRAGMA page_size") ?? 0 }
  }

  /// Throws for a database of another program: it is not empty and does not have our application ID.
  fileprivate func refuseForeignDatabase() throws(StorageFailure) {
    let tables: Int = try value("SELECT count(*) FROM sqlite_schema") ?? 0
    // Another process may have just created our tables.
    if tables > 0, try applicationID != Schema.applicationID {
      throw .corrupt(path: path, reason: "it is a database of another program")
    }
  }

  /// Throws for a database of ours that is too old for the steps of `schema`.
  func refuseEarlier(than schema: Schema) throws(StorageFailure) {
    if try applicationID == Schema.applicationID, try (1..<schema.first).contains(userVersion) {
      throw .earlier(path: path)
    }
  }

  /// Switches to write-ahead logging, permanently.
  ///
  /// If several processes do this at once, SQLite returns "busy" without waiting.
  fileprivate func useLog() throws(StorageFailure) {
    for attempt in 1... {
      do throws(StorageFailure) {
        let _: String? = try value("PRAGMA journal_mode = WAL")
        return
      } catch .busy where attempt < 1000 {
        usleep(10_000)
      }
    }
  }

  /// Creates the tables, or runs the missing steps, in one transaction.
  fileprivate func bringUpToDate(_ schema: Schema, file: DatabaseFile?) throws(StorageFailure) {
    try run("BEGIN IMMEDIATE")
    do throws(StorageFailure) {
      let found = try userVersion
      if found > schema.version { throw StorageFailure.newer(path: path, version: found) }
      try refuseEarlier(than: schema)
      guard found == 0 || found >= schema.first
      else { throw StorageFailure.corrupt(path: path, reason: "its version is \(found)") }
      if found < schema.version {
        if found > 0 { try file?.backUp(version: found) }
        let scripts = found == 0 ? schema.tables[...] : schema.steps[(found - schema.first)...]
        for script in scripts { try runScript("\(script)") }
        try runScript(
          "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(schema.version)")
      }
      try run("COMMIT")
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}
