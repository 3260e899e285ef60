import Essentials
import Flows
import LibC
import PrivateFiles
import TestSupport
import Testing
import UsherTool

@Suite struct StateFileTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String = "usher") -> StateFile {
    StateFile(folder: folder.path(of: name), wait: LockWait(limit: .seconds(3600)))
  }

  @Test func nothingSavedIsAnEmptyStateAndLeavesNoTrace() throws {
    #expect(try file().readIfPresent() == nil)
    #expect(try file().read() == SavedState())
    #expect(folder.names() == [])
  }

  @Test func whatWasSavedIsRead() throws {
    try file().update { $0 = .withEverything }
    #expect(try file().read() == .withEverything)
    #expect(try file().readIfPresent() == .withEverything)
  }

  @Test func anUpdateSeesWhatWasSavedAndGivesItsResult() throws {
    try file().update { $0[local.session()] = .example() }
    let uid = try file().update { state in
      state[local.session("kim")] = .example(uid: "u2")
      return state[local.session()]?.uid
    }
    #expect(uid == "u1")
    #expect(try file().read()[local].sessions == ["default": .example(), "kim": .example(uid: "u2")])
  }

  /// What was decoded last is remembered, whatever others write.
  @Test func whatAnotherProcessSavedMeanwhileIsRead() throws {
    let (ours, theirs) = (file(), file())
    for name in ["one", "two", "one"] {
      try theirs.update { $0.selectedProfile = name }
      #expect(try ours.read().selectedProfile == name)
      #expect(try ours.update { $0.selectedProfile } == name)
    }
    try Data("{".utf8).write(to: URL(filePath: folder.path(of: "usher/state.json")))
    #expect(throws: StateError.self) { try ours.read() }
  }

  @Test func foldersAndFilesAreForTheUserAlone() throws {
    try file("a/b/usher").update { $0 = .withEverything }
    let names = ["a", "a/b", "a/b/usher", "a/b/usher/state.json", "a/b/usher/state.lock"]
    #expect(names.map { folder.mode(of: $0) } == [0o700, 0o700, 0o700, 0o600, 0o600])
  }

  @Test func aGitignoreIsLaidOnce() throws {
    try file().update { $0.selectedProfile = "work" }
    #expect(folder.text(of: "usher/.gitignore") == "*\n")
    try FileManager.default.removeItem(atPath: folder.path(of: "usher/.gitignore"))
    try file().update { $0.selectedProfile = "home" }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "usher")).sorted() == [
        "state.json", "state.lock",
      ])
  }

  @Test func aGitignoreThatIsThereStays() throws {
    folder.write("mine", to: ".gitignore")
    try file(".").update { $0.selectedProfile = "work" }
    #expect(folder.text(of: ".gitignore") == "mine")
  }

  @Test func nothingIsWrittenWhenNothingChanged() throws {
    try file().update { $0 = .withEverything }
    let before = try inode()
    try file().update { $0.selectedProfile = $0.selectedProfile }
    #expect(try inode() == before)
    try file().update { $0.selectedProfile = "other" }
    #expect(try inode() != before)
  }

  @Test func aStateThatStaysEmptyIsNotWritten() throws {
    try file().update { _ in }
    #expect(try file().readIfPresent() == nil)
  }

  @Test func whatAChangeThrowsLeavesEverythingAsItWas() throws {
    struct Refused: Error {}
    try file().update { $0.selectedProfile = "work" }
    #expect(throws: Refused.self) {
      try file().update { state in
        state.selectedProfile = "home"
        throw Refused()
      }
    }
    #expect(try file().read().selectedProfile == "work")
    try file().update { $0.selectedProfile = "home" }  // the lock is free again
    #expect(try file().read().selectedProfile == "home")
  }

  @Test func aFolderThatIsALinkToOnesOwnIsUsed() throws {
    mkdir(folder.path(of: "dotfiles"), 0o755)
    symlink("dotfiles", folder.path(of: "usher"))
    try file().update { $0.selectedProfile = "work" }
    #expect(folder.text(of: "dotfiles/state.json")?.hasSuffix("\n") == true)
    #expect(try file().read().selectedProfile == "work")
    #expect(folder.mode(of: "dotfiles") == 0o755)
  }

  @Test func aRelativeFolderIsMadeToo() throws {
    // Not to disturb other tests, the working folder is not changed: a path with dots does as well.
    try file("x/../y//usher/").update { $0.selectedProfile = "work" }
    #expect(
      try StateFile(folder: folder.path(of: "y/usher"), wait: .init(limit: .zero)).read().selectedProfile
        == "work")
  }

  private func inode() throws -> ino_t {
    var status = stat()
    try #require(stat(folder.path(of: "usher/state.json"), &status) == 0)
    return status.st_ino
  }
}
