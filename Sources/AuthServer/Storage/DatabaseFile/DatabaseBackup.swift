import LibC
import PrivateFiles

/// The backup and the restoration of a database.
///
/// Other processes can use the database during a copy, but not while it is restored.
package struct DatabaseBackup {
  let path: String
  let schema: Schema
  /// Returns false when the caller does not wait any more.
  ///
  /// This throws `CopyFailure.notWanted`.
  let isWanted: () -> Bool

  /// Writes a checked copy to `target`, accessible only to the owner, completely or not at all.
  ///
  /// Returns its size in bytes.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
  package func write(to target: String, replacing: Bool) throws -> Int {
    try DatabaseFile(path: path).refuseUnsafe()
    try Self.checkPlace(target, replacing: replacing)
    var part = try AtomicFile.ofDatabase(at: target)
    try Self.naming(part.path, target) { try copy(into: part.path) }
    // A server may have opened the old file meanwhile, and would write its log's pages into the copy.
    try Self.checkPlace(target, replacing: replacing)
    return try part.finish(replacing: replacing)
  }

  /// Replaces the content of the database with the content of `source`.
  ///
  /// This is one SQLite transaction. If the process is killed, the file has either the old or the new content.
  /// - Parameter mark: The ending of the name under which the old content stays next to the database. If that name is
  ///   taken, a number follows.
  /// - Returns: The file with the old content, or nil if there was none.
  package func restore(from source: String, keepingOldAs mark: String) throws -> String? {
    try DatabaseFile(path: path).refuseUsed()
    let source = try Self.source(source)
    try source.checkContent(schema: schema, isWanted: isWanted)
    let old = DatabaseFile(path: path).freeName(mark)
    do {
      try DatabaseFile(path: path).refuseUnsafe()
    } catch CopyFailure.missing {
      try DatabaseFile(path: path).makeFolders()
      try Self.checkPlace(path, replacing: false)
      var part = try AtomicFile.ofDatabase(at: path, ownedLike: DatabaseFile.folder(of: path))
      try fill(part.path, for: path, of: source)
      try part.finish(replacing: false)
      return nil
    }
    do {
      try replaceContent(by: source, keepingOldAs: old)
    } catch StorageFailure.corrupt(path, _) {
      // There is no database to write into.
      try replaceFile(by: source, keepingOldAs: old)
    }
    return old
  }

  private func replaceContent(by source: Connection, keepingOldAs old: String) throws {
    let database = try Connection(path: path)
    // Otherwise, SQLite would delete the log of a damaged database.
    try database.keepLogOnClose()
    do {
      // From the first read on, nobody else can open it.
      try database.runScript("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
      let tables: Int = try database.value("SELECT count(*) FROM sqlite_schema") ?? 0
      if tables > 0, try database.applicationID != Schema.applicationID {
        throw CopyFailure.foreign(path: path)
      }
      try database.refuseEarlier(than: schema)
      let (size, other) = (try database.pageSize, try source.pageSize)
      guard size == other || tables == 0 else {
        throw StorageFailure.corrupt(
          path: source.path,
          reason: "its pages have \(other) bytes, not \(size): another program has rewritten it")
      }
      do {
        let kept = try keep(database, as: old)
        do {
          try source.copy(into: database, isWanted: isWanted)
        } catch {
          // Nothing has changed, so a copy of it only takes space.
          kept.remove()
          throw error
        }
      } catch StorageFailure.corrupt(path, let reason) {
        throw StorageFailure.corrupt(path: path, reason: reason)
      } catch {
        // The log of a copy that found no room is useless, and as secret as the rest.
        try? database.foldLogOnClose()
        throw error
      }
      // The data is already durable. A single file is just easier to handle.
      try? database.foldLogOnClose()
    } catch StorageFailure.busy(path) {
      throw CopyFailure.inUse(path: path, process: nil)
    }
  }

  /// Writes the content of `database` to the new file `place`.
  private func keep(_ database: Connection, as place: String) throws -> AtomicFile {
    try Self.checkPlace(place, replacing: false)
    var part = try AtomicFile.ofDatabase(at: place, ownedLike: path)
    try fill(part.path, for: place, of: database)
    try part.finish(replacing: false)
    return part
  }

  /// Replaces a file that is not a database any more with a new one.
  ///
  /// The old file stays next to it, with its log, because it may be possible to repair it. At any moment, one of the
  /// two files has the name.
  private func replaceFile(by source: Connection, keepingOldAs old: String) throws {
    var part = try AtomicFile.ofDatabase(at: path, ownedLike: path)
    try fill(part.path, for: path, of: source)
    var kept: [String] = []
    let mark = String(old.dropFirst(path.count))
    do {
      for suffix in ["-wal", "-journal", ""] where access(path + suffix, F_OK) == 0 {
        var copy = try AtomicFile.ofDatabase(at: old + suffix, ownedLike: path)
        try copy.fill(from: path + suffix)
        try copy.finish(replacing: false)
        kept.append(mark + suffix)
      }
      if DatabaseFile(path: path).isInUse { throw CopyFailure.inUse(path: path, process: nil) }
    } catch {
      for ending in kept { part.removeNeighbour(ending) }
      throw error
    }
    // SQLite would use the old log for the new file.
    for suffix in ["-wal", "-journal", "-shm"] { part.removeNeighbour(suffix) }
    try part.finish(replacing: true)
  }

  /// Makes the file at `part` a copy of `source`.
  ///
  /// It is later moved to `target`.
  private func fill(_ part: String, for target: String, of source: Connection) throws {
    try Self.naming(part, target) {
      try source.copy(into: try Self.emptyDatabase(at: part), isWanted: isWanted)
    }
  }

  /// Copies the database to the file at `copy`, and checks the copy.
  private func copy(into copy: String) throws {
    let database = try Self.reader(of: path, isUsed: true)
    try database.refuseEarlier(than: schema)
    try database.copy(into: try Self.emptyDatabase(at: copy), isWanted: isWanted)
    do {
      try Connection(unchanging: copy).checkContent(schema: nil, isWanted: isWanted)
    } catch StorageFailure.corrupt(_, let reason) {
      throw StorageFailure.corrupt(path: path, reason: reason)
    }
  }

  /// Returns a connection to a new file, which is synced at the end.
  private static func emptyDatabase(at path: String) throws(StorageFailure) -> Connection {
    let connection = try Connection(path: path)
    try connection.runScript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    return connection
  }

  /// Returns a database to read from.
  ///
  /// The file may be unused and on a read-only disk.
  private static func source(_ path: String) throws -> Connection {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { throw CopyFailure.missing(path: path) }
      throw StorageFailure.failed(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageFailure.unsafe(path: path, reason: "it is not a regular file")
    }
    guard access(path, R_OK) == 0 else {
      throw StorageFailure.failed(path: path, reason: String(cString: strerror(errno)))
    }
    let file = DatabaseFile(path: path)
    return try reader(of: path, isUsed: file.hasLog || file.isInUse)
  }

  /// - Parameter isUsed: Whether others may change the database meanwhile, or have left a log.
  private static func reader(of path: String, isUsed: Bool) throws -> Connection {
    let file = DatabaseFile(path: path)
    let isReadOnly = file.isOnReadOnlyDisk
    if isReadOnly, file.hasLog { throw CopyFailure.logOnReadOnlyDisk(path: path) }
    guard isUsed, !isReadOnly else { return try Connection(unchanging: path) }
    let connection = try Connection(path: path)
    try connection.keepLogOnClose()
    return connection
  }

  /// Throws if the database would replace another file, or would get another database's log.
  private static func checkPlace(_ path: String, replacing: Bool) throws {
    let file = DatabaseFile(path: path)
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replacing else { throw CopyFailure.exists(path: path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StorageFailure.notWritable(path: path, reason: "it is not a regular file")
      }
      if file.isInUse { throw CopyFailure.inUse(path: path, process: file.user) }
    }
    if file.hasLog { throw CopyFailure.hasLog(path: path) }
  }

  /// Reports an error of the file `part` as an error of `target`, because nobody knows the other name.
  private static func naming(_ part: String, _ target: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch StorageFailure.diskFull(part) {
      throw StorageFailure.diskFull(path: target)
    } catch StorageFailure.notWritable(part, let reason) {
      throw StorageFailure.notWritable(path: target, reason: reason)
    } catch StorageFailure.failed(part, let reason) {
      throw StorageFailure.failed(path: target, reason: reason)
    }
  }
}
