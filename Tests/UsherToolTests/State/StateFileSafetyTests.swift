import Essentials
import Flows
import LibC
import PrivateFiles
import Synchronization
import TestSupport
import Testing

@testable import AuthServer
@testable import UsherTool

/// Whatever is wrong with a file is told, and nothing is touched.
@Suite struct StateFileSafetyTests {
  private let folder = TemporaryFolder()
  private var file: StateFile { StateFile(folder: folder.path, wait: LockWait(limit: .seconds(3600))) }
  private var path: String { folder.path(of: "state.json") }

  private func saveSomething() throws {
    try file.update { $0.selectedProfile = "work" }
  }

  /// Expects `error` of reading and of writing, and what is in the folder to stay as it is.
  private func expectRefusal(_ error: StateError, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = inventory()
    #expect(throws: error, sourceLocation: sourceLocation) { try file.read() }
    #expect(throws: error, sourceLocation: sourceLocation) { try file.update { $0.selectedProfile = "x" } }
    #expect(inventory() == before, sourceLocation: sourceLocation)
  }

  /// Name, inode, mode and owner of everything but the lock, and the content of regular files.
  private func inventory() -> [String] {
    folder.names().filter { $0 != "state.lock" }.map { name in
      var status = stat()
      lstat(folder.path(of: name), &status)
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      return "\(name) \(status.st_ino) \(status.st_mode) \(status.st_uid) "
        + (isRegular ? folder.text(of: name) ?? "" : "")
    }
  }

  private static let stranger: uid_t = 65_534
  private static let isRoot = geteuid() == 0
  private static let needsRoot: Comment = "only root can give files away"

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644, 0o666, 0o777, 0o4640] as [mode_t])
  func aFileThatOthersHaveAccessToIsRefused(mode: mode_t) throws {
    try saveSomething()
    chmod(path, mode)
    let octal = "000\(String(mode, radix: 8))".suffix(4)
    try expectRefusal(
      .unsafe(path: path, reason: "other users have access to it (mode \(octal))"))
  }

  @Test(arguments: [0o600, 0o400, 0o700] as [mode_t])
  func aFileOfOnesOwnIsUsed(mode: mode_t) throws {
    try saveSomething()
    chmod(path, mode)
    #expect(try file.read().selectedProfile == "work")
    try file.update { $0.selectedProfile = "home" }
    #expect(try file.read().selectedProfile == "home")
  }

  @Test(.enabled(if: isRoot, needsRoot)) func aForeignFileIsRefused() throws {
    try saveSomething()
    chown(path, Self.stranger, Self.stranger)
    try expectRefusal(.unsafe(path: path, reason: "it belongs to another user"))
  }

  @Test func aSymbolicLinkIsRefused() throws {
    try saveSomething()
    rename(path, folder.path(of: "elsewhere.json"))
    symlink("elsewhere.json", path)
    try expectRefusal(.unsafe(path: path, reason: "it is a symbolic link"))
  }

  @Test func aSymbolicLinkToNothingIsRefused() throws {
    symlink("nothing", path)
    try expectRefusal(.unsafe(path: path, reason: "it is a symbolic link"))
  }

  @Test func aHardLinkIsRefused() throws {
    try saveSomething()
    link(path, folder.path(of: "second.json"))
    try expectRefusal(.unsafe(path: path, reason: "it has a second name (a hard link)"))
  }

  @Test func aFolderInItsPlaceIsRefused() throws {
    mkdir(path, 0o700)
    try expectRefusal(.unsafe(path: path, reason: "it is not a regular file"))
  }

  @Test(.timeLimit(.minutes(60))) func aFIFOIsRefusedWithoutWaiting() throws {
    mkfifo(path, 0o600)
    try expectRefusal(.unsafe(path: path, reason: "it is not a regular file"))
  }

  @Test func aSocketIsRefused() throws {
    #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    try expectRefusal(.unsafe(path: path, reason: "it is not a regular file"))
  }

  @Test(.enabled(if: isRoot, "only root can make devices")) func aDeviceIsRefused() throws {
    try #require(mknod(path, S_IFCHR | 0o600, 0x103) == 0)  // as /dev/null
    try expectRefusal(.unsafe(path: path, reason: "it is not a regular file"))
  }

  @Test(.enabled(if: !isRoot, "root may read everything")) func aFileThatMayNotBeReadIsSaidToBe() throws {
    try saveSomething()
    chmod(path, 0)
    #expect(throws: StateError.unreadable(path: path, reason: "Permission denied")) { try file.read() }
  }

  @Test(arguments: [0o770, 0o707, 0o722, 0o720, 0o702, 0o777, 0o1777] as [mode_t])
  func aFolderThatOthersMayWriteToIsRefused(mode: mode_t) throws {
    try saveSomething()
    chmod(folder.path, mode)
    let octal = "000\(String(mode, radix: 8))".suffix(4)
    try expectRefusal(
      .unsafe(path: folder.path, reason: "other users may write to it (mode \(octal))"))
  }

  @Test(.enabled(if: isRoot, needsRoot)) func aForeignFolderIsRefused() throws {
    try saveSomething()
    chown(folder.path, Self.stranger, Self.stranger)
    try expectRefusal(.unsafe(path: folder.path, reason: "it belongs to another user"))
    chown(folder.path, 0, 0)
  }

  @Test(.enabled(if: isRoot, needsRoot)) func aLinkToAForeignFolderIsRefused() throws {
    mkdir(folder.path(of: "theirs"), 0o700)
    chown(folder.path(of: "theirs"), Self.stranger, Self.stranger)
    symlink("theirs", folder.path(of: "usher"))
    let file = StateFile(folder: folder.path(of: "usher"), wait: LockWait(limit: .zero))
    #expect(throws: StateError.unsafe(path: folder.path(of: "usher"), reason: "it belongs to another user")) {
      try file.read()
    }
  }

  /// A person who can write to the folder above exchanges the new folder for a link.
  @Test(arguments: ["state", "export", "database"])
  func nothingElseGetsTheModeOfANewFolder(_ kind: String) async {
    folder.write("x", to: "private", mode: 0o400)
    let path = folder.path(of: "new")
    let isOver = Mutex(false)
    let stranger = Task.detached { [folder] in
      while !isOver.withLock(\.self) {
        rmdir(path)
        symlink(folder.path(of: "private"), path)
        unlink(path)
      }
    }
    for _ in 0..<100_000 where folder.mode(of: "private") == 0o400 {
      switch kind {
      case "state": _ = try? PrivateFolder.make(path)
      case "export": try? ExportFolder(path: path).make(path, in: AT_FDCWD, path)
      default: try? DatabaseFile(path: path + "/auth.db").makeFolders()
      }
    }
    isOver.withLock { $0 = true }
    await stranger.value
    #expect(folder.mode(of: "private") == 0o400)
  }

  /// The same person exchanges a folder while a file is written in it.
  @Test func aFileTakesItsPlaceWhereItWasBegun() throws {
    for name in ["mine", "other"] { mkdir(folder.path(of: name), 0o700) }
    var file = try AtomicFile.begin(for: folder.path(of: "mine/file"))
    try file.descriptor.write(Data("x".utf8))
    rename(folder.path(of: "mine"), folder.path(of: "moved"))
    symlink("other", folder.path(of: "mine"))
    try file.takePlace(replacing: true)
    #expect(folder.names(in: "other") == [])
    #expect(folder.names(in: "moved") == ["file"])
  }

  @Test func aFileInPlaceOfTheFolderCannotBeUsed() throws {
    folder.write("x", to: "usher")
    let file = StateFile(folder: folder.path(of: "usher"), wait: LockWait(limit: .zero))
    let error = StateError.notWritable(path: folder.path(of: "usher"), reason: "Not a directory")
    #expect(throws: error) { try file.read() }
    #expect(throws: error) { try file.update { $0.selectedProfile = "x" } }
  }

  @Test(arguments: ["state.lock", local.session().lockName])
  func aLockThatIsNoFileOfOnesOwnIsRefused(name: String) throws {
    symlink("elsewhere", folder.path(of: name))
    #expect(throws: StateError.unsafe(path: folder.path(of: name), reason: "it is a symbolic link")) {
      try FileLock(folder: folder.path, name: name, wait: LockWait(limit: .zero)).hold {}
    }
    #expect(folder.names() == [name])
    unlink(folder.path(of: name))
    folder.write("", to: name, mode: 0o666)
    #expect(
      throws: StateError.unsafe(
        path: folder.path(of: name), reason: "other users have access to it (mode 0666)")
    ) {
      try FileLock(folder: folder.path, name: name, wait: LockWait(limit: .zero)).hold {}
    }
  }

  @Test(arguments: ["", "{", "null", "\0\0\0", #"{"version":1,"profiles":"#, "{\"version\":1}\n", "not JSON"])
  func aCorruptFileIsNeverOverwritten(text: String) throws {
    folder.write(text, to: "state.json")
    let before = inventory()
    for attempt in [{ _ = try file.read() }, { try file.update { $0.selectedProfile = "x" } }] {
      do {
        try attempt()
        Issue.record("a corrupt file was taken")
      } catch StateError.corrupt(let path, _) {
        #expect(path == self.path)
      }
    }
    #expect(inventory() == before)
  }

  @Test func aHugeFileIsNotReadWhole() throws {
    folder.write("", to: "state.json")
    truncate(path, 1 << 40)
    try #require(throws: StateError.corrupt(path: path, reason: "it is larger than 8388608 bytes")) {
      try file.read()
    }
  }

  @Test func deepNestingDoesNoHarm() throws {
    folder.write(String(repeating: "[", count: 200_000), to: "state.json")
    #expect(throws: StateError.self) { try file.read() }
    folder.write(String(repeating: #"{"a":"#, count: 100_000), to: "state.json")
    #expect(throws: StateError.self) { try file.read() }
  }

  @Test func aNewerFileIsNeverOverwritten() throws {
    folder.write(#"{"version":2,"profiles":[{"a":"shape of its own"}]}"#, to: "state.json")
    try expectRefusal(.newer(path: path, version: 2))
  }
}
