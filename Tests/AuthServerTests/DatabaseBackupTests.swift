import Essentials
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// Copies of a database that is in use, and the way back.
@Suite struct DatabaseBackupTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path(of: "auth.db") }
  private var copy: String { folder.path(of: "copy.db") }
  private var backup: DatabaseBackup { DatabaseBackup(of: path) }

  /// Writes what can be told apart; `nil` leaves the database without any project.
  private func addProject(_ name: String, to store: Store) throws {
    try store.write { _ = try $0.insertProject(named: ProjectName(name), config: "{}") }
  }

  @discardableResult
  private func database(at path: String? = nil, holding projects: String...) throws -> Store {
    let store = try Store(at: .file(path: path ?? self.path))
    for name in projects { try addProject(name, to: store) }
    return store
  }

  private func projects(in path: String) throws -> Int? {
    try Store(at: .file(path: path)).read { try $0.connection.value("SELECT count(*) FROM projects") }
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// What a backup, or a restoration, ends with.
  private func failure(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  private func isFailure(_ expected: CopyFailure, _ body: () throws -> Void) -> Bool {
    failure(body) as? CopyFailure == expected
  }

  private func isFailure(_ expected: StorageFailure, _ body: () throws -> Void) -> Bool {
    failure(body) as? StorageFailure == expected
  }

  // MARK: - Backing up

  @Test func aCopyHoldsWhatWasCommittedAndIsTheOwnersAlone() throws {
    let store = try database(holding: "demo-a")
    let old = umask(0o777)
    let size = try backup.write(to: copy, replacing: false)
    umask(old)
    try addProject("demo-b", to: store)
    #expect(mode(of: copy) == 0o600)
    #expect(folder.names() == ["auth.db", "auth.db-shm", "auth.db-wal", "copy.db"])
    #expect(try Data(contentsOf: URL(filePath: copy)).count == size)
    // Beside a log from the start, as the server needs it.
    #expect(try Connection(path: copy).value("PRAGMA journal_mode") == "wal")
    #expect(try projects(in: copy) == 1)
    #expect(try projects(in: path) == 2)
  }

  @Test func aCopyIsOfOneMomentWhileOthersWrite() throws {
    let store = try database(holding: "demo-a")
    let count = Mutex(1)
    var pages = 0
    // Each time that the copy asks whether to go on, another row is written.
    let backup = DatabaseBackup(of: path) {
      pages += 1
      guard pages < 20 else { return true }
      let number = count.withLock { value in
        value += 1
        return value
      }
      return (try? self.addProject("demo-\(number)", to: store)) != nil
    }
    try store.write {
      try $0.connection.runScript(
        "CREATE TABLE ballast (x BLOB); INSERT INTO ballast VALUES (zeroblob(40000000))")
    }
    _ = try backup.write(to: copy, replacing: false)
    #expect(try projects(in: copy) == 1)
    #expect(try projects(in: path) ?? 0 > 5)
  }

  @Test func anotherFileIsReplacedOnlyWhereThatIsMeant() throws {
    try database(holding: "demo-a")
    folder.write("notes", to: "copy.db")
    #expect(isFailure(.exists(path: copy)) { _ = try backup.write(to: copy, replacing: false) })
    #expect(folder.text(of: "copy.db") == "notes")
    _ = try backup.write(to: copy, replacing: true)
    #expect(try projects(in: copy) == 1)
    mkdir(folder.path(of: "inner"), 0o700)
    #expect(
      isFailure(.notWritable(path: folder.path(of: "inner"), reason: "it is not a regular file")) {
        _ = try backup.write(to: folder.path(of: "inner"), replacing: true)
      })
  }

  /// SQLite would take the log for that of the new file.
  @Test(arguments: ["-wal", "-journal"]) func nothingIsWrittenBesideALog(suffix: String) throws {
    try database(holding: "demo-a")
    folder.write("log", to: "copy.db" + suffix)
    for replacing in [false, true] {
      #expect(isFailure(.hasLog(path: copy)) { _ = try backup.write(to: copy, replacing: replacing) })
    }
    #expect(!folder.names().contains("copy.db"))
  }

  @Test func whatCannotBeBackedUpIsTold() throws {
    #expect(isFailure(.missing(path: path)) { _ = try backup.write(to: copy, replacing: false) })
    try database(holding: "demo-a")
    let far = folder.path(of: "none/copy.db")
    #expect(
      isFailure(.notWritable(path: far, reason: "No such file or directory")) {
        _ = try backup.write(to: far, replacing: false)
      })
    chmod(path, 0o644)
    #expect(
      isFailure(.unsafe(path: path, reason: "others may read or change it")) {
        _ = try backup.write(to: copy, replacing: false)
      })
    chmod(path, 0o600)
    let impatient = DatabaseBackup(of: path) { false }
    #expect(isFailure(.notWanted) { _ = try impatient.write(to: copy, replacing: false) })
    #expect(!folder.names().contains { $0.hasPrefix("copy.db") })
  }

  @Test func aDamagedDatabaseIsNotTakenForABackup() throws {
    do { try database(holding: "demo-a") }
    try Connection(path: path).runScript("PRAGMA wal_checkpoint(TRUNCATE)")
    var content = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for index in 4096 * 3..<4096 * 9 { content[index] ^= 0x5A }
    folder.write(content, to: "auth.db")
    guard
      case .corrupt(path, _)? = failure({ _ = try backup.write(to: copy, replacing: false) })
        as? StorageFailure
    else {
      Issue.record("it was")
      return
    }
    folder.write(
      "no database, but long enough to be taken for the header of one, as SQLite has it....", to: "auth.db")
    #expect(
      isFailure(.corrupt(path: path, reason: "file is not a database")) {
        _ = try backup.write(to: copy, replacing: false)
      })
    #expect(!folder.names().contains { $0.hasPrefix("copy.db") })
  }

  /// Whatever is called like a file of ours may be somebody's.
  @Test func nothingIsTouchedThatTheBackupDidNotMake() throws {
    let part = folder.path(of: "auth.db.part")
    do { try database(at: part, holding: "demo-a") }
    _ = try DatabaseBackup(of: part).write(to: path, replacing: false)
    #expect(try projects(in: part) == 1)
    #expect(try projects(in: path) == 1)
    // And the other way round: what a file is restored from stays.
    #expect(try backup.restore(from: part, keepingOldAs: "old") == path + ".old")
    #expect(try projects(in: part) == 1)
  }

  @Test func whatAServerOpensMeanwhileIsNotReplaced() throws {
    try database(holding: "demo-a")
    folder.write("notes", to: "copy.db")
    let writing = DatabaseBackup(of: path) {
      // Its log would be taken for the copy's.
      self.folder.write("log", to: "copy.db-wal")
      return true
    }
    #expect(isFailure(.hasLog(path: copy)) { _ = try writing.write(to: copy, replacing: true) })
    #expect(folder.text(of: "copy.db") == "notes")
    #expect(!folder.names().contains { $0.hasPrefix("copy.db.part") })
  }

  @Test func whatOthersCouldChangeIsNoPlaceForACopy() throws {
    try database(holding: "demo-a")
    mkdir(folder.path(of: "shared"), 0o700)
    chmod(folder.path(of: "shared"), 0o777)
    let target = folder.path(of: "shared/copy.db")
    #expect(
      isFailure(.unsafeFolder(path: folder.path(of: "shared"), reason: "other users may write to it")) {
        _ = try backup.write(to: target, replacing: false)
      })
    // Nobody renames what is another's there.
    chmod(folder.path(of: "shared"), 0o1777)
    _ = try backup.write(to: target, replacing: false)
    #expect(folder.names(in: "shared") == ["copy.db"])
  }

  @Test func aNameThatSQLiteWouldTakeForAnAddressIsAName() throws {
    let old = FileManager.default.currentDirectoryPath
    // Relative names are of one folder, and tests run side by side: this one alone has such names.
    let name = "file:usher-\(UInt64.random(in: 0...UInt64.max)).db"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(old + "/" + name + suffix) } }
    try database(holding: "demo-a")
    _ = try backup.write(to: name, replacing: false)
    #expect(try projects(in: name) == 1)
    #expect(mode(of: name) == 0o600)
  }

  // MARK: - Restoring

  @Test func aBackupTakesThePlaceOfWhatStaysBesideIt() throws {
    do { try database(holding: "demo-a") }
    _ = try backup.write(to: copy, replacing: false)
    do { try database(holding: "demo-b", "demo-c") }
    #expect(try backup.restore(from: copy, keepingOldAs: "old") == path + ".old")
    #expect(try projects(in: path) == 1)
    #expect(try projects(in: path + ".old") == 3)
    #expect(mode(of: path + ".old") == 0o600)
    #expect(try Connection(path: path).value("PRAGMA journal_mode") == "wal")
  }

  @Test func aBackupIsPlacedWhereNothingWas() throws {
    do { try database(at: copy, holding: "demo-a") }
    let place = folder.path(of: "new/auth.db")
    #expect(try DatabaseBackup(of: place).restore(from: copy, keepingOldAs: "old") == nil)
    #expect(try projects(in: place) == 1)
    #expect(mode(of: place) == 0o600)
    // A log without its database belongs to nobody knows what.
    folder.write("log", to: "lost.db-wal")
    let lost = folder.path(of: "lost.db")
    #expect(
      isFailure(.hasLog(path: lost)) {
        _ = try DatabaseBackup(of: lost).restore(from: copy, keepingOldAs: "old")
      })
  }

  @Test func aDamagedDatabaseStaysUntilTheBackupIsWhole() throws {
    do { try database(at: copy, holding: "demo-a") }
    let garbage = String(repeating: "no database ", count: 1000)
    folder.write(garbage, to: "auth.db")
    folder.write("its log", to: "auth.db-wal")
    let impatient = DatabaseBackup(of: path) {
      #expect(self.folder.text(of: "auth.db") == garbage)
      return false
    }
    #expect(isFailure(.notWanted) { _ = try impatient.restore(from: copy, keepingOldAs: "old") })
    #expect(folder.text(of: "auth.db") == garbage)
    #expect(folder.names().filter { $0.hasPrefix("auth.db") } == ["auth.db", "auth.db-wal"])
  }

  @Test func aBackupThatAnotherProgramRewroteIsRefused() throws {
    do { try database(holding: "demo-a") }
    _ = try backup.write(to: copy, replacing: false)
    try Connection(path: copy).runScript("PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM")
    let reason = "its pages have 8192 bytes, not 4096: another program has rewritten it"
    #expect(
      isFailure(.corrupt(path: copy, reason: reason)) {
        _ = try backup.restore(from: copy, keepingOldAs: "old")
      })
    #expect(try projects(in: path) == 1)
  }

  @Test func aDamagedDatabaseIsKeptBesideItsSuccessor() throws {
    do { try database(at: copy, holding: "demo-a") }
    let garbage = String(repeating: "no database ", count: 1000)
    folder.write(garbage, to: "auth.db")
    folder.write("its log", to: "auth.db-wal")
    #expect(try backup.restore(from: copy, keepingOldAs: "old") == path + ".old")
    #expect(folder.text(of: "auth.db.old") == garbage)
    #expect(folder.text(of: "auth.db.old-wal") == "its log")
    #expect(try projects(in: path) == 1)
  }

  @Test func whatIsNoBackupOfOursIsRefusedAndNothingChanged() throws {
    do { try database(holding: "demo-a") }
    do { try database(at: copy, holding: "demo-b", "demo-c") }
    func expect(_ expected: StorageFailure) {
      #expect(isFailure(expected) { _ = try backup.restore(from: copy, keepingOldAs: "old") })
    }
    let version = Schema.current.version
    try Connection(path: copy).runScript("PRAGMA user_version = \(version + 1)")
    expect(.newer(path: copy, version: version + 1))
    try Connection(path: copy).runScript("PRAGMA user_version = 0")
    expect(.corrupt(path: copy, reason: "its version is 0"))
    try Connection(path: copy).runScript("PRAGMA user_version = \(version); PRAGMA application_id = 7")
    expect(.corrupt(path: copy, reason: "it is not a database of usher"))
    unlink(copy + "-wal")
    folder.write("", to: "copy.db")
    expect(.corrupt(path: copy, reason: "it is not a database of usher"))
    folder.write(String(repeating: "x", count: 5000), to: "copy.db")
    expect(.corrupt(path: copy, reason: "file is not a database"))
    unlink(copy)
    #expect(isFailure(.missing(path: copy)) { _ = try backup.restore(from: copy, keepingOldAs: "old") })
    mkfifo(copy, 0o600)
    expect(.unsafe(path: copy, reason: "it is not a regular file"))
    #expect(try projects(in: path) == 1)
    #expect(!folder.names().contains("auth.db.old"))
  }

  @Test func aDatabaseOfAnEarlierBuildIsNeitherCopiedNorReplaced() throws {
    do { try database(holding: "demo-a") }
    do { try database(at: copy, holding: "demo-b") }
    let version = Schema.current.version
    func expect(_ earlier: String, _ body: () throws -> Void) throws {
      try Connection(path: earlier).runScript("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 14")
      let before = (try Data(contentsOf: URL(filePath: earlier)))
      let failure = failure(body) as? StorageFailure
      #expect(failure == .earlier(path: earlier))
      #expect((try Data(contentsOf: URL(filePath: earlier))) == before)
      #expect(folder.names().filter { !$0.contains("-") } == ["auth.db", "copy.db"])
      try Connection(path: earlier).runScript("PRAGMA user_version = \(version)")
    }
    try expect(path) { _ = try backup.write(to: folder.path(of: "new.db"), replacing: false) }
    try expect(path) { _ = try backup.restore(from: copy, keepingOldAs: "old") }
    try expect(copy) { _ = try backup.restore(from: copy, keepingOldAs: "old") }
    #expect(try projects(in: path) == 1)
  }

  @Test func anotherProgramsDatabaseIsNotReplaced() throws {
    do { try database(at: copy, holding: "demo-a") }
    folder.write("", to: "auth.db")
    try Connection(path: path).runScript("CREATE TABLE theirs (x)")
    #expect(
      isFailure(.foreign(path: path)) {
        _ = try backup.restore(from: copy, keepingOldAs: "old")
      })
    #expect(folder.names() == ["auth.db", "copy.db", "copy.db-shm", "copy.db-wal"])
  }

  /// A backup on a disk that may only be read: SQLite would need to make files beside it.
  @Test func aBackupNeedNotBeInAFolderThatCanBeWritten() throws {
    do { try database(holding: "demo-a") }
    mkdir(folder.path(of: "disk"), 0o700)
    let far = folder.path(of: "disk/100% #1?.db")
    _ = try backup.write(to: far, replacing: false)
    chmod(folder.path(of: "disk"), 0o500)
    defer { chmod(folder.path(of: "disk"), 0o700) }
    #expect(try backup.restore(from: far, keepingOldAs: "old") == path + ".old")
    #expect(folder.names(in: "disk") == ["100% #1?.db"])
  }

  @Test func whoDoesNotWaitAnyMoreChangesNothing() throws {
    do { try database(holding: "demo-a") }
    do { try database(at: copy, holding: "demo-b", "demo-c") }
    var questions = 0
    let impatient = DatabaseBackup(of: path) {
      questions += 1
      return questions < 3
    }
    _ = try? impatient.restore(from: copy, keepingOldAs: "old")
    #expect([1, 2].contains(try projects(in: path)))
    let atOnce = DatabaseBackup(of: path) { false }
    _ = try Store(at: .file(path: path)).write { try $0.connection.runScript("DELETE FROM projects") }
    #expect(isFailure(.notWanted) { _ = try atOnce.restore(from: copy, keepingOldAs: "older") })
    #expect(try projects(in: path) == 0)
    #expect(!folder.names().contains("auth.db.older"))
  }
}
