import Essentials
import LibC
import TestSupport
import Testing

/// A state file that is not to be trusted is refused, and left byte for byte as it was.
@Suite struct StateSafetyTests {
  private let usher: Usher
  private var path: String { usher.folder + "/state.json" }
  private static let isRoot = geteuid() == 0

  init() throws {
    usher = Usher()
    try usher.signIn()
    usher.run("verify-phone", "+16505553434", "--json")
  }

  /// Commands that read the state, and commands that change it.
  private static let commands = [
    ["whoami"], ["status"], ["token"], ["session", "list"], ["pending", "list"], ["signout"],
    ["session", "use", "default"], ["pending", "drop"], ["confirm-code", "654321"],
    ["verify-phone", "+16505550123"], ["verify-phone", "+16505550123", "--json"],
  ]

  private func expectRefusal(_ status: Int32, in place: String = "state.json") {
    let before = Look(at: usher.folder)
    for words in Self.commands.sample(oneOf: 4) {
      let ending = usher.run(words)
      #expect(ending.status == status, "\(words): \(ending.errors)")
      #expect(ending.output == "")
      #expect(ending.errors.contains(place), "\(words): \(ending.errors)")
    }
    #expect(Look(at: usher.folder) == before)
    // Nothing was sent either.
    #expect(usher.run("local", "outbox").output == "")
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", #"{"version":"1"}"#, #"{"version":0,"profiles":{}}"#, "\u{0}\u{0}",
  ])
  func aCorruptFileIsNeverOverwritten(text: String) {
    usher.home.write(text, to: "config/state.json")
    expectRefusal(78)
  }

  @Test func aFileThatWasCutOffIsCorrupt() throws {
    let whole = try #require(usher.home.text(of: "config/state.json"))
    for length in stride(from: 0, to: whole.utf8.count - 2, by: Size.of(523, long: 1)) {
      usher.home.write(String(decoding: whole.utf8.prefix(length), as: UTF8.self), to: "config/state.json")
      let ending = usher.run("signout")
      #expect(ending.status == 78, "\(length) bytes: \(ending.errors)")
    }
  }

  @Test func aFileFromANewerVersionIsLeftToIt() {
    usher.home.write(#"{"version":2,"sessions":"of another shape"}"#, to: "config/state.json")
    expectRefusal(78)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o777] as [mode_t])
  func aFileThatOthersMayUseIsRefused(mode: mode_t) {
    chmod(path, mode)
    expectRefusal(77)
  }

  @Test(.enabled(if: isRoot, "only root can give files away")) func someoneElsesFileIsRefused() {
    chown(path, 65_534, 65_534)
    expectRefusal(77)
  }

  @Test func aSymbolicLinkIsRefused() {
    rename(path, usher.home.path + "/elsewhere.json")
    symlink("../elsewhere.json", path)
    expectRefusal(77)
  }

  @Test func aHardLinkIsRefused() {
    link(path, usher.home.path + "/elsewhere.json")
    expectRefusal(77)
  }

  @Test func aFolderInItsPlaceIsRefused() {
    unlink(path)
    mkdir(path, 0o700)
    expectRefusal(77)
  }

  @Test func aFIFOInItsPlaceIsRefusedWithoutWaiting() {
    unlink(path)
    mkfifo(path, 0o600)
    expectRefusal(77)
  }

  @Test(arguments: [0o777, 0o775, 0o757, 0o1777] as [mode_t])
  func aFolderThatOthersMayWriteToIsRefused(mode: mode_t) {
    chmod(usher.folder, mode)
    expectRefusal(77, in: "config")
  }

  @Test(.enabled(if: isRoot, "only root can give files away")) func someoneElsesFolderIsRefused() {
    chown(usher.folder, 65_534, 65_534)
    expectRefusal(77, in: "config")
  }

  @Test func aLockThatIsNoFileIsRefused() {
    unlink(usher.folder + "/state.lock")
    symlink("/etc/passwd", usher.folder + "/state.lock")
    #expect(usher.run("signout").status == 77)
    #expect(usher.run("whoami").status == 0)
  }

  @Test(arguments: ["000", "022", "077", "777"]) func filesAreTheUsersAloneUnderAnyUmask(umask: String) {
    let usher = Usher(isFirst: true)
    let ending = usher.script(
      """
      umask \(umask)
      usher verify-phone +16505553434 --json >&2 && usher confirm-code 654321 >&2 && usher token --refresh >&2
      stat -c '%a %n' "$USHER_CONFIG_DIR" "$USHER_CONFIG_DIR"/* "$USHER_CONFIG_DIR"/.gitignore | cut -d' ' -f1 | sort | uniq -c
      """)
    #expect(ending.status == 0)
    let modes = ending.output.split(separator: "\n").map { $0.split(separator: " ").last! }
    #expect(modes == ["600", "700"], "\(ending.errors)")
  }

  @Test func foldersThatAreMissingAreMade() {
    var usher = Usher(isFirst: true)
    usher.environment["USHER_CONFIG_DIR"] = nil
    #expect(usher.run("verify-phone", "+16505553434", "--json").status == 0)
    #expect(usher.home.text(of: ".config/usher/state.json") != nil)
    usher.environment["XDG_CONFIG_HOME"] = usher.home.path + "/a/b"
    usher.environment["XDG_DATA_HOME"] = usher.home.path + "/c/d"
    #expect(usher.run("verify-phone", "+16505553434", "--json").status == 0)
    #expect(usher.home.text(of: "a/b/usher/state.json") != nil)
    #expect(usher.home.text(of: "c/d/usher/local.db") != nil)
  }

  @Test(arguments: ["/proc/usher", "/dev/null/usher", "HOME/dangling/usher", "HOME/dangling"])
  func aFolderThatCannotBeMadeIsAnError(folder: String) throws {
    let server = try Server(usher)
    var usher = usher.at(server.url)
    symlink("nowhere", usher.home.path + "/dangling")
    usher.folder = folder.replacing("HOME", with: usher.home.path)
    let ending = usher.run("verify-phone", "+16505553434", "--json")
    #expect(ending.status == 73, "\(ending.errors)")
    #expect(ending.output == "")
    // What is there in the place of a folder cannot be read either.
    if folder == "/dev/null/usher" { return }
    #expect(usher.run("verify-phone", "+16505553434", "--no-store", "--json").status == 0)
  }
}

/// A folder as `ls -li` and `cat` would show it, locks left out.
private struct Look: Equatable {
  private var files: [String] = []

  init(at path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted() where !name.hasSuffix(".lock") && !name.hasPrefix("local.db") {
      var status = stat()
      lstat(path + "/" + name, &status)
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let text =
        isFile
        ? try? String(decoding: Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self) : nil
      files.append(
        "\(name) \(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_size) \(status.st_mtim.tv_nsec) \(text ?? "-")"
      )
    }
  }
}
