import AuthClient
import Essentials
import LibC
import TestSupport
import Testing

@Suite struct FileUserPersistenceTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path(of: "session.json") }
  private var file: FileUserPersistence { FileUserPersistence(path: path, lockTimeout: .seconds(3600)) }
  private let session = Data(#"{"refreshToken":"a secret"}"#.utf8)
  private let other = Data([0, 1, 254, 255])

  @Test func aSessionIsKept() throws {
    #expect(try file.load() == nil)
    try file.save(session)
    #expect(try FileUserPersistence(folder: folder.path, name: "session.json").load() == session)
    try file.save(other)
    #expect(try file.load() == other)
    try file.delete()
    #expect(try file.load() == nil)
    #expect(folder.names() == ["session.json.lock"])
  }

  @Test func nothingIsMadeWhereNothingIsSaved() throws {
    let file = FileUserPersistence(path: folder.path(of: "a/b/session.json"))
    #expect(try file.load() == nil)
    try file.delete()
    #expect(folder.names() == [])
  }

  @Test func thePathCanHaveManyForms() async throws {
    try FileUserPersistence(path: folder.path + "//a//one").save(session)
    #expect(folder.names(in: "a") == ["one", "one.lock"])
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      chdir(path)
      let file = FileUserPersistence(path: "two")
      try file.save(Data("x".utf8))
      #expect(try FileUserPersistence(path: path + "/two").load() == Data("x".utf8))
    }
  }

  @Test func anEmptyFolderIsTheCurrentOne() async throws {
    #expect(FileUserPersistence(folder: "", name: "x").path == "x")
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      chdir(path)
      try FileUserPersistence(folder: "", name: "x").save(Data("x".utf8))
    }
    #expect(folder.names() == ["x", "x.lock"])
  }

  @Test(arguments: [
    ("", "it is not the name of a file"), (".", "it is not the name of a file"),
    ("..", "it is not the name of a file"), ("a/b", "it is not the name of a file"),
    ("s.lock", "no session can have a name that ends in .lock"),
    ("s.tmp", "no session can have a name that ends in .tmp"),
    ("S.TMP", "no session can have a name that ends in .tmp"),
  ])
  func aNameThatNoSessionCanHaveIsRefused(_ name: String, _ reason: String) throws {
    try FileUserPersistence(folder: folder.path, name: "s").save(session)
    let file = FileUserPersistence(folder: folder.path, name: name)
    let refusal = PersistenceError.unsafe(path: folder.path + "/" + name, reason: reason)
    #expect(throws: refusal) { try file.save(other) }
    #expect(throws: refusal) { try file.load() }
    #expect(throws: refusal) { try file.delete() }
    #expect(throws: refusal) { try file.update { _ in other } }
    #expect(folder.names() == ["s", "s.lock"])
  }

  @Test func aSessionIsChangedInPlace() throws {
    var seen: [Data?] = []
    try file.update {
      seen.append($0)
      return session
    }
    #expect(try file.load() == session)
    try FileUserPersistence(path: path).update {
      seen.append($0)
      return other
    }
    #expect(try file.load() == other)
    try file.update {
      seen.append($0)
      return nil
    }
    #expect(seen == [nil, session, other])
    #expect(try file.load() == nil)
    #expect(folder.names() == ["session.json.lock"])
  }

  @Test func aRefusedChangeLeavesTheFileAsItWas() throws {
    struct Refusal: Error, Equatable {}
    try file.save(session)
    let before = inventory()
    #expect(throws: Refusal()) { try file.update { _ in throw Refusal() } }
    #expect(throws: PersistenceError.failed(path: path, reason: "it would become larger than 1048576 bytes"))
    {
      try file.update { _ in Data(count: 1 << 20) }
    }
    // Nor is it written where nothing changes.
    try file.update { $0 }
    #expect(inventory() == before)
    // The lock was given back.
    try FileUserPersistence(path: path, lockTimeout: .zero).save(other)
  }

  @Test func aChangeKeepsOthersOut() throws {
    try file.save(session)
    let impatient = FileUserPersistence(path: path, lockTimeout: .zero)
    let busy = PersistenceError.busy(path: path + ".lock")
    try file.update { _ in
      #expect(throws: busy) { try impatient.save(session) }
      #expect(throws: busy) { try impatient.delete() }
      #expect(throws: busy) { try impatient.update { $0 } }
      let seen = try impatient.load()
      #expect(seen == session)
      return other
    }
    #expect(try file.load() == other)
  }

  @Test func changesAtOnceLoseNone() throws {
    let files = [file, FileUserPersistence(path: path, lockTimeout: .seconds(3600))]
    concurrently(32) { index in
      for _ in 0..<4 { try files[index % 2].update { ($0 ?? Data()) + [UInt8(index)] } }
    }
    let expected = (0..<32).flatMap { [UInt8](repeating: $0, count: 4) }
    #expect(try #require(try file.load()).sorted() == expected)
  }

  @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t])
  func theFileIsForTheUserAloneUnderAnyUmask(mask: mode_t) async throws {
    // In a process of its own: the umask is the whole process's.
    await #expect(processExitsWith: .success) { [path = folder.path as String, mask = mask as mode_t] in
      umask(mask)
      let file = FileUserPersistence(folder: path + "/a/b", name: "session")
      try file.save(Data("x".utf8))
      try file.save(Data("y".utf8))
      #expect(try file.load() == Data("y".utf8))
    }
    #expect(
      ["a", "a/b", "a/b/session", "a/b/session.lock"].map { folder.mode(of: $0) } == [
        0o700, 0o700, 0o600, 0o600,
      ])
  }

  /// Expects `error` of every call, and what is there to stay.
  private func expectRefusal(_ error: PersistenceError, sourceLocation: SourceLocation = #_sourceLocation) {
    let before = inventory()
    #expect(throws: error, sourceLocation: sourceLocation) { try file.load() }
    #expect(throws: error, sourceLocation: sourceLocation) { try file.save(other) }
    #expect(throws: error, sourceLocation: sourceLocation) { try file.delete() }
    #expect(throws: error, sourceLocation: sourceLocation) { try file.update { _ in other } }
    #expect(inventory() == before, sourceLocation: sourceLocation)
  }

  private func inventory() -> [String] {
    folder.names().filter { $0 != "session.json.lock" }.map { name in
      var status = stat()
      lstat(folder.path(of: name), &status)
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      return "\(name) \(status.st_ino) \(status.st_mode) " + (isRegular ? folder.text(of: name) ?? "" : "")
    }
  }

  @Test func aFileThatOthersMayReadIsRefused() throws {
    try file.save(session)
    chmod(path, 0o640)
    expectRefusal(.unsafe(path: path, reason: "other users have access to it (mode 0640)"))
  }

  @Test func aSymbolicLinkIsRefused() throws {
    try file.save(session)
    rename(path, folder.path(of: "elsewhere"))
    folder.makeLink("session.json", to: "elsewhere")
    expectRefusal(.unsafe(path: path, reason: "it is a symbolic link"))
  }

  @Test func aHardLinkIsRefused() throws {
    try file.save(session)
    link(path, folder.path(of: "second"))
    expectRefusal(.unsafe(path: path, reason: "it has a second name (a hard link)"))
  }

  @Test func aFolderThatOthersMayWriteToIsRefused() throws {
    try file.save(session)
    chmod(folder.path, 0o777)
    expectRefusal(.unsafe(path: folder.path, reason: "other users may write to it (mode 0777)"))
  }

  @Test(arguments: [
    "", "{", "null", "not JSON", #"{"version":1,"profiles":{}}"#,
    #"{"kind":"other","format":1,"session":"eA=="}"#,
    #"{"kind":"auth-client-session","format":1}"#,
    #"{"kind":"auth-client-session","format":0,"session":"eA=="}"#,
    #"{"kind":"auth-client-session","format":1,"session":"no base64!"}"#,
  ])
  func aForeignOrDamagedFileIsNeverOverwritten(text: String) {
    folder.write(text, to: "session.json")
    expectRefusal(.corrupt(path: path, reason: "it is not a session that this library saved"))
  }

  @Test func aNewerFileIsNeverOverwritten() {
    folder.write(#"{"kind":"auth-client-session","format":2,"users":[]}"#, to: "session.json")
    expectRefusal(.newer(path: path, format: 2))
  }

  @Test func aHugeFileIsNotReadWhole() throws {
    folder.write("", to: "session.json")
    truncate(path, 1 << 40)
    let error = PersistenceError.corrupt(path: path, reason: "it is larger than 1048576 bytes")
    #expect(throws: error) { try file.load() }
    #expect(throws: error) { try file.save(other) }
  }

  @Test func aSessionTooLargeToBeReadAgainIsNotWritten() throws {
    try file.save(session)
    #expect(throws: PersistenceError.failed(path: path, reason: "it would become larger than 1048576 bytes"))
    {
      try file.save(Data(count: 1 << 20))
    }
    #expect(try file.load() == session)
  }

  @Test(arguments: ["load", "save", "delete", "update"]) func whatAKilledWriterLeftIsSwept(by call: String)
    throws
  {
    try file.save(session)
    folder.write("a secret", to: "session.json.tmp")
    switch call {
    case "load": #expect(try file.load() == session)
    case "save": try file.save(other)
    case "update": try file.update { $0 }
    default: try file.delete()
    }
    #expect(folder.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func aWriterOfAnotherProcessIsWaitedFor() async throws {
    try file.save(session)
    // Held by an open file of another kind than the library's own: the lock is between processes.
    let lock = open(folder.path(of: "session.json.lock"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let impatient = FileUserPersistence(path: path, lockTimeout: .zero)
    let busy = PersistenceError.busy(path: folder.path(of: "session.json.lock"))
    #expect(throws: busy) { try impatient.save(other) }
    #expect(throws: busy) { try impatient.delete() }
    #expect(try impatient.load() == session)
    flock(lock, LOCK_UN)
    try impatient.save(other)
    #expect(try impatient.load() == other)
  }

  @Test func manyWritersAtOnceLeaveOneWholeSession() throws {
    let sessions = (0..<8).map { Data(repeating: UInt8($0), count: 5_000) }
    concurrently(8) { [file] index in
      for _ in 0..<10 {
        try file.save(sessions[index])
        #expect(sessions.contains(try #require(try file.load())))
      }
    }
    #expect(folder.names() == ["session.json", "session.json.lock"])
  }

  @Test func aWriteThatIsCutOffLeavesTheOldSession() async throws {
    try file.save(session)
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200, rlim_max: 200)
      setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: PersistenceError.failed(path: path, reason: "File too large")) {
        try FileUserPersistence(path: path).save(Data(count: 1_000))
      }
    }
    #expect(try file.load() == session)
    #expect(folder.names() == ["session.json", "session.json.lock"])
  }

  private static let mayMount = geteuid() == 0

  @Test(.enabled(if: mayMount, "only root can mount")) func aFullDiskLeavesTheOldSession() throws {
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k,mode=0700") == 0 else {
      try Test.cancel("this system does not let root mount: \(String(cString: strerror(errno)))")
    }
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    try file.save(session)
    try? Data(count: 1 << 20).write(to: URL(filePath: folder.path(of: "ballast")))
    #expect(throws: PersistenceError.diskFull(path: path)) { try file.save(Data(count: 60_000)) }
    #expect(try file.load() == session)
    unlink(folder.path(of: "ballast"))
    try file.save(other)
    #expect(try file.load() == other)
  }

  @Test func anErrorSaysWhatIsWrongWithoutTheContent() throws {
    folder.write(#"{"kind":"auth-client-session","format":1,"session":"a secret"}"#, to: "session.json")
    let error = try #require(throws: PersistenceError.self) { try file.load() }
    #expect("\(error)" == "\(path) is not a saved session: it is not a session that this library saved")
    #expect(error.path == path)
  }
}
