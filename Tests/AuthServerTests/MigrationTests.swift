import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import AuthServer

/// How a database of another version is opened: brought up to date, or refused and left as it is.
@Suite struct MigrationTests {
  private static let first = Schema(tables: ["CREATE TABLE boats (name TEXT)"])
  private static let second = Schema(
    tables: ["CREATE TABLE boats (name TEXT, oars INTEGER DEFAULT 2)"],
    steps: ["ALTER TABLE boats ADD COLUMN oars INTEGER DEFAULT 2"])

  private let folder = TemporaryFolder()
  private var path: String { folder.path(of: "local.db") }

  private func open(_ schema: Schema, at path: String? = nil) throws -> Store {
    try Store(at: .file(path: path ?? self.path), schema: schema)
  }

  /// A database of the first version with a boat in it.
  @discardableResult
  private func makeFirst() throws -> Store {
    let store = try open(Self.first)
    try store.write { try $0.connection.runScript("INSERT INTO boats VALUES ('Argo')") }
    return store
  }

  private func text(_ query: StaticString, in store: Store) throws -> String? {
    try store.read { try $0.connection.value(query) }
  }

  private static let boats: StaticString = "SELECT json_group_array(json_array(name, oars)) FROM boats"
  private static let declarations: StaticString = "SELECT group_concat(sql) FROM sqlite_schema"

  @Test func aStepKeepsTheDataAndACopy() throws {
    try makeFirst()
    let store = try open(Self.second)
    #expect(try text(Self.boats, in: store) == #"[["Argo",2]]"#)
    #expect(folder.mode(of: "local.db.v1") == 0o600)
    let copy = try open(Self.first, at: path + ".v1")
    #expect(try text("SELECT json_group_array(name) FROM boats", in: copy) == #"["Argo"]"#)
  }

  @Test func aCopyThatIsCutOffLeavesTheEarlierOne() async throws {
    do {
      try makeFirst().write {
        try $0.connection.runScript("INSERT INTO boats VALUES (hex(zeroblob(200000)))")
      }
    }
    folder.write("an earlier copy", to: "local.db.v1")
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      // The copy has no room; what SQLite maps beside the database has.
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: StorageFailure.self) { try Store(at: .file(path: path), schema: MigrationTests.second) }
    }
    #expect(folder.text(of: "local.db.v1") == "an earlier copy")
    #expect(!folder.names().contains { $0.firstRange(of: ".usher-part-") != nil })
    let store = try open(Self.second)
    #expect(try text("SELECT group_concat(length(name)) FROM boats", in: store) == "4,400000")
    #expect(folder.text(of: "local.db.v1")?.hasPrefix("SQLite format 3") == true)
  }

  @Test func aNewFileHasTheTablesThatTheStepsLeadTo() throws {
    try makeFirst()
    let new = try open(Self.second, at: folder.path(of: "new.db"))
    #expect(try text(Self.declarations, in: open(Self.second)) == text(Self.declarations, in: new))
    #expect(!folder.names().contains("new.db.v1"))
  }

  @Test func aFileOfTheFirstSupportedVersionGetsItsNewColumns() throws {
    let columns: StaticString = """
      SELECT (SELECT group_concat(name) FROM pragma_table_info('outbox')) || ' '
        || (SELECT group_concat(name) FROM pragma_table_info('used_assertions')) || ' '
        || (SELECT group_concat(name) FROM pragma_table_info('signing_keys')) || ' '
        || (SELECT group_concat(name) FROM pragma_table_info('action_codes'))
      """
    let current = try text(columns, in: open(.current, at: folder.path(of: "new.db")))
    try open(.current).write {
      try $0.connection.runScript(
        """
        ALTER TABLE outbox DROP COLUMN reply_to;
        ALTER TABLE outbox DROP COLUMN sender;
        ALTER TABLE action_codes DROP COLUMN asked_email;
        DROP TABLE used_assertions;
        DROP TABLE signing_keys;
        CREATE TABLE signing_keys (
          id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 5), kid TEXT NOT NULL, private_key BLOB NOT NULL,
          certificate TEXT NOT NULL
        );
        INSERT INTO signing_keys VALUES (5, 'k', x'00', 'c');
        PRAGMA user_version = 16;
        """)
    }
    #expect(try text(columns, in: open(.current)) == current)
    #expect(current?.hasSuffix("created_at,asked_email") == true)
    // The keys stay, and there is room for another one.
    let store = try open(.current)
    try store.write {
      try $0.connection.runScript("INSERT INTO signing_keys VALUES (6, 'l', x'00', 'c')")
    }
    #expect(try text("SELECT group_concat(kid) FROM signing_keys", in: store) == "k,l")
  }

  @Test func aStepThatFailsChangesNothing() throws {
    let store = try makeFirst()
    var failing = Self.second
    failing.steps.append("ALTER TABLE boats ADD COLUMN sails; CREATE TABLE boats (id)")
    #expect(throws: StorageFailure.corrupt(path: path, reason: "table boats already exists")) {
      try open(failing)
    }
    #expect(
      try text(Self.declarations, in: store) == "CREATE TABLE boats (name TEXT)")
  }

  @Test func aNewerDatabaseIsRefusedAtEachTransaction() throws {
    let store = try makeFirst()
    let newer = try open(Self.second)
    for attempt in [{ _ = try text(Self.boats, in: store) }, { _ = try open(Self.first) }] {
      #expect(throws: StorageFailure.newer(path: path, version: 2)) { try attempt() }
    }
    #expect(try text(Self.boats, in: newer) == #"[["Argo",2]]"#)
  }

  /// What its own program keeps without a log stays so, byte by byte, and no log is made.
  @Test(arguments: [Store.Use.command, .server])
  func aNewerDatabaseIsLeftAsItIs(use: Store.Use) throws {
    try expectRefusal(.newer(path: path, version: 20), ofVersion: 20, to: use)
  }

  /// Builds before the first release made the versions 1 to 15.
  @Test(arguments: 1...15, [Store.Use.command, .server])
  func aDatabaseOfAnEarlierBuildIsLeftAsItIs(version: Int, use: Store.Use) throws {
    try expectRefusal(.earlier(path: path), ofVersion: version, to: use)
  }

  private func expectRefusal(
    _ failure: StorageFailure, ofVersion version: Int, to use: Store.Use
  ) throws {
    do { _ = try Store(at: .file(path: path)) }
    for journal in ["WAL", "DELETE"] {
      try Connection(path: path).runScript(
        "PRAGMA journal_mode = \(journal); PRAGMA user_version = \(version)")
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(throws: failure) { try Store(at: .file(path: path), for: use) }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(folder.names() == ["local.db"])
    }
  }

  /// An empty file with a version of somebody else's.
  @Test func aVersionWithoutTablesIsNoneOfOurs() throws {
    folder.write("", to: "local.db")
    try Connection(path: path).runScript("PRAGMA user_version = 5")
    #expect(throws: StorageFailure.corrupt(path: path, reason: "its version is 5")) {
      try Store(at: .file(path: path))
    }
  }
}
