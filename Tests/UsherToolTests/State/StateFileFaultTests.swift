import Essentials
import Flows
import LibC
import PrivateFiles
import TestSupport
import Testing
import UsherTool

/// Whatever fails while the state is written, the old one stays and nothing else is left behind.
@Suite struct StateFileFaultTests {
  private let folder = TemporaryFolder()
  private var file: StateFile { StateFile(folder: folder.path, wait: LockWait(limit: .seconds(3600))) }
  private var path: String { folder.path(of: "state.json") }

  @Test(arguments: [true, false])
  func whatAKilledWriterLeftIsSwept(byReading: Bool) throws {
    try file.update { $0.selectedProfile = "work" }
    folder.write("a secret", to: "state.json.tmp")
    if byReading {
      #expect(try file.read().selectedProfile == "work")
    } else {
      try file.update { _ in }
    }
    #expect(folder.names() == [".gitignore", "state.json", "state.lock"])
  }

  @Test func aReaderDoesNotSweepUnderAWriter() throws {
    try file.update { $0.selectedProfile = "work" }
    try FileLock(folder: folder.path, name: "state.lock", wait: LockWait(limit: .zero)).hold { () throws in
      folder.write("a writer at work", to: "state.json.tmp")
      #expect(try file.read().selectedProfile == "work")
      #expect(folder.text(of: "state.json.tmp") == "a writer at work")
    }
  }

  @Test func aTemporaryNameThatIsTakenFailsTheWrite() throws {
    try file.update { $0.selectedProfile = "work" }
    mkdir(folder.path(of: "state.json.tmp"), 0o700)
    #expect(throws: StateError.notWritable(path: path, reason: "File exists")) {
      try file.update { $0.selectedProfile = "home" }
    }
    #expect(try file.read().selectedProfile == "work")
  }

  @Test func aLinkUnderTheTemporaryNameIsNotFollowed() throws {
    folder.write("untouched", to: "victim")
    symlink("victim", folder.path(of: "state.json.tmp"))
    try file.update { $0.selectedProfile = "work" }
    #expect(folder.text(of: "victim") == "untouched")
    #expect(folder.names() == [".gitignore", "state.json", "state.lock", "victim"])
  }

  @Test func aStateTooLargeToBeReadAgainIsNotWritten() throws {
    try file.update { $0.selectedProfile = "work" }
    let error = StateError.failed(path: path, reason: "it would become larger than 8388608 bytes")
    #expect(throws: error) {
      try file.update { $0.selectedProfile = String(repeating: "x", count: 9 << 20) }
    }
    #expect(try file.read().selectedProfile == "work")
  }

  @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t])
  func filesAreForTheUserAloneUnderAnyUmask(mask: mode_t) async throws {
    // In a process of its own: the umask is the whole process's.
    await #expect(processExitsWith: .success) { [path = folder.path as String, mask = mask as mode_t] in
      umask(mask)
      let file = StateFile(folder: path + "/a/usher", wait: LockWait(limit: .zero))
      try file.update { $0.selectedProfile = "work" }
      try file.update { $0.selectedProfile = "home" }
      #expect(try file.read().selectedProfile == "home")
      try file.lock(of: local.session()).hold {}
    }
    let names = ["", "/usher", "/usher/state.json", "/usher/state.lock", "/usher/.gitignore"]
    let modes = (names + ["/usher/" + local.session().lockName]).map { folder.mode(of: "a" + $0) }
    #expect(modes == [0o700, 0o700, 0o600, 0o600, 0o600, 0o600])
  }

  @Test func aWriteThatIsCutOffLeavesTheOldState() async throws {
    try file.update { $0.selectedProfile = "work" }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200, rlim_max: 200)
      setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
      let file = StateFile(folder: path, wait: LockWait(limit: .zero))
      #expect(throws: StateError.failed(path: path + "/state.json", reason: "File too large")) {
        try file.update { $0 = .withEverything }
      }
    }
    #expect(try file.read().selectedProfile == "work")
    #expect(folder.names() == [".gitignore", "state.json", "state.lock"])
  }

  private static let mayMount = geteuid() == 0

  @Test(.enabled(if: mayMount, "only root can mount")) func aFullDiskIsSaidToBeAndLeavesTheOldState() throws {
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k,mode=0700") == 0 else {
      try Test.cancel("this system does not let root mount: \(String(cString: strerror(errno)))")
    }
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    try file.update { $0.selectedProfile = "work" }
    try? Data(count: 1 << 20).write(to: URL(filePath: folder.path(of: "ballast")))
    let before = folder.text(of: "state.json")
    #expect(throws: StateError.diskFull(path: path)) { try file.update { $0 = .withEverything } }
    #expect(folder.text(of: "state.json") == before)
    #expect(folder.names() == [".gitignore", "ballast", "state.json", "state.lock"])

    unlink(folder.path(of: "ballast"))
    try file.update { $0 = .withEverything }
    #expect(try file.read() == .withEverything)
  }

  @Test(.enabled(if: mayMount, "only root can mount")) func aReadOnlyDiskIsReadButNotWritten() throws {
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k,mode=0700") == 0 else {
      try Test.cancel("this system does not let root mount: \(String(cString: strerror(errno)))")
    }
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    try file.update { $0.selectedProfile = "work" }
    folder.write("left by a killed writer", to: "state.json.tmp")
    try #require(mount("", folder.path, "", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    #expect(try file.read().selectedProfile == "work")
    let reason = "Read-only file system"
    #expect(throws: StateError.notWritable(path: folder.path(of: "state.lock"), reason: reason)) {
      try file.update { $0.selectedProfile = "home" }
    }
    let missing = StateFile(folder: folder.path(of: "a/b"), wait: LockWait(limit: .zero))
    #expect(throws: StateError.notWritable(path: folder.path(of: "a/b"), reason: reason)) {
      try missing.update { $0.selectedProfile = "home" }
    }
  }
}
