import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

@Suite struct StoreTests {
  @Test func theFileIsTheOwnersAlone() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "a/b/local.db")
    let old = umask(0)
    defer { umask(old) }
    _ = try Store(at: .file(path: path))
    #expect(try mode(of: path) == 0o600)
    #expect(try mode(of: path + "-wal") == 0o600)
    #expect(try mode(of: folder.path(of: "a/b")) == 0o700)
  }

  /// Each commits once, as most commands do.
  @Test func theLogThatCommandsShareStaysShort() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "local.db")
    func commit(_ offsets: Range<Int>) throws -> Int {
      var longest = 0
      for offset in offsets {
        try Store(at: .file(path: path)).write { transaction in try transaction.setClockOffset(offset) }
        var log = stat()
        if stat(path + "-wal", &log) == 0 { longest = max(longest, Int(log.st_size)) }
      }
      return longest / 4096
    }
    _ = try commit(0..<1)
    #expect(try commit(1..<120) <= 50)

    let reader = try Connection(path: path)
    try reader.run("BEGIN")
    _ = try reader.userVersion
    #expect(try commit(120..<240) > 50)
    try reader.run("COMMIT")
    _ = try commit(240..<241)
    #expect(try commit(241..<300) <= 50)
    #expect(try Store(at: .file(path: path)).read { transaction in try transaction.clockOffset() } == 299)
  }

  @Test func unsafeFilesAreRefusedAndLeftAlone() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "local.db")
    func refusal() -> StorageFailure? {
      do { _ = try Store(at: .file(path: path)) } catch { return error }
      return nil
    }
    func refused(_ reason: String) -> StorageFailure { .unsafe(path: path, reason: reason) }

    symlink(folder.path(of: "elsewhere"), path)
    #expect(refusal() == refused("it is a symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "elsewhere")))
    unlink(path)
    mkdir(path, 0o700)
    #expect(refusal() == refused("it is not a regular file"))
    rmdir(path)
    mkfifo(path, 0o600)
    #expect(refusal() == refused("it is not a regular file"))
    unlink(path)
    _ = try Store(at: .file(path: path))
    for bits: mode_t in [0o640, 0o604, 0o620, 0o602] {
      chmod(path, bits)
      #expect(refusal() == refused("others may read or change it"))
      #expect(try mode(of: path) == Int(bits))
    }
    chmod(path, 0o600)
    link(path, folder.path(of: "second"))
    #expect(refusal() == refused("it has a second name (a hard link)"))
  }

  @Test func whatIsNoDatabaseOfOursIsLeftAlone() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "local.db")
    let garbage = Data(repeating: 0x41, count: 8192)
    try write(garbage, to: path)
    #expect(throws: StorageFailure.corrupt(path: path, reason: "file is not a database")) {
      try Store(at: .file(path: path))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == garbage)

    let foreign = folder.path(of: "foreign.db")
    try write(Data(), to: foreign)
    try Connection(path: foreign).runScript("CREATE TABLE notes (text)")
    let before = try Data(contentsOf: URL(filePath: foreign))
    #expect(throws: StorageFailure.corrupt(path: foreign, reason: "it is a database of another program")) {
      try Store(at: .file(path: foreign))
    }
    #expect(try Data(contentsOf: URL(filePath: foreign)) == before)
    #expect(throws: StorageFailure.notWritable(path: "/proc/nowhere", reason: "No such file or directory")) {
      try Store(at: .file(path: "/proc/nowhere/local.db"))
    }
  }

  @Test func manyFirstRunsAtOnceMakeOneKey() throws {
    let folder = TemporaryFolder()
    let keys = Mutex<[String]>([])
    inThreads(32) {
      let key = try? Store(at: .file(path: folder.path(of: "local.db"))).write {
        try $0.madeSigningKey(for: .idTokens).id
      }
      keys.withLock { $0.append(key ?? "failed") }
    }
    let found = keys.withLock { $0 }
    #expect(found.count == 32)
    #expect(Set(found).count == 1)
    #expect(!found.contains("failed"))
  }

  @Test func aRefusalKeepsWhatWasWrittenAndAFailureDoesNot() throws {
    let store = try ServerHarness().store
    #expect(throws: ServerError(.invalidCode)) {
      try store.write { transaction in
        _ = try transaction.insertProject(named: ProjectName("kept"), config: "{}")
        throw ServerError(.invalidCode)
      } as Void
    }
    let broken = StorageFailure.failed(path: "x", reason: "broken")
    #expect(throws: broken) {
      try store.write { transaction in
        _ = try transaction.insertProject(named: ProjectName("undone"), config: "{}")
        throw broken
      } as Void
    }
    #expect(try store.read { try $0.project(named: ProjectName("kept"))?.config } == "{}")
    #expect(try store.read { try $0.project(named: ProjectName("undone"))?.config } == nil)
  }

  @Test func oneFailureInAGroupIsNobodyElses() throws {
    let store = try ServerHarness().store
    let results = Mutex<[Int: Bool]>([:])
    inThreads(24) { [count = Counter()] in
      let number = count.next()
      let isDone: Void? = try? store.write { transaction in
        _ = try transaction.insertProject(named: ProjectName("p\(number)"), config: "{}")
        if number.isMultiple(of: 5) { throw StorageFailure.failed(path: "x", reason: "broken") }
      }
      results.withLock { $0[number] = isDone != nil }
    }
    let stored = try store.read { transaction in
      try transaction.connection.value("SELECT group_concat(name) FROM projects") as String? ?? ""
    }
    let expected = (0..<24).filter { !$0.isMultiple(of: 5) }
    #expect(Set(stored.split(separator: ",").map(String.init)) == Set(expected.map { "p\($0)" }))
    #expect(results.withLock { $0.filter(\.value).keys.sorted() } == expected)
  }

  @Test func threadsShareTheirCommits() throws {
    let commits = Counter()
    let jobs = Counter()
    let begun = Atomic(0)
    let group = GroupCommit { group in
      if commits.next() == 0 {
        while begun.load(ordering: .relaxed) < 32 { sched_yield() }
      }
      for job in group {
        _ = jobs.next()
        job.fail(.busy(path: ""))
      }
      usleep(10_000)
    }
    inThreads(32) {
      begun.add(1, ordering: .relaxed)
      group.run(Work<Int>(writes: true) { _ in 1 })
    }
    #expect(jobs.next() == 32)
    #expect(commits.next() < 16)
  }

  @Test func aWholeDiskIsToldAsSuch() throws {
    let store = try ServerHarness().store
    try store.write { try $0.connection.runScript("PRAGMA max_page_count = 30") }
    let path = try store.read { $0.connection.path }
    #expect(throws: StorageFailure.diskFull(path: path)) {
      try store.write {
        try $0.insertProject(
          named: ProjectName("p"), config: "[" + String(repeating: " ", count: 1 << 20) + "]")
      }
    }
    // What fits is still taken.
    _ = try store.write { try $0.insertProject(named: ProjectName("p"), config: "{}") }
    #expect(try store.read { try $0.project(named: ProjectName("p"))?.config } == "{}")
  }

  /// What the harness asks of every test's statements.
  @Test func aStatementWithoutAnIndexIsSeen() throws {
    let store = try Store(at: .memory)
    let scans = try store.read { transaction in
      let connection = transaction.connection
      _ = try connection.value("SELECT id FROM accounts WHERE project = ? AND local_id = ?", 1, "u") as Int?
      _ = try connection.value("SELECT id FROM accounts WHERE display_name = ?", "Kim") as Int?
      return connection.scans
    }
    #expect(scans == ["SCAN accounts: SELECT id FROM accounts WHERE display_name = ?"])
  }

  private func mode(of path: String) throws -> Int {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return Int(status.st_mode & 0o777)
  }

  private func write(_ data: Data, to path: String) throws {
    try data.write(to: URL(filePath: path))
    chmod(path, 0o600)
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
