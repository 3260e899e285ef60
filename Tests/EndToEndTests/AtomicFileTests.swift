import LibC
import TestSupport
import Testing

/// Whatever of the system's calls fails while a file is written, its place has the old content or the new one whole,
/// nothing else is left, and the command says so.
@Suite struct AtomicFileTests {
  /// A command that writes a file.
  struct Writing: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// The folder, below the home, in which it stands.
    let folder: String
    let file: String
    /// What the place held before, where another may stand there.
    var old: String?
    /// How the command ends where the disk is broken, and where it is full.
    let broken: Int32
    var full: Int32 = 74

    var testDescription: String { words.prefix(2).joined(separator: " ") }
  }

  static let all = [
    Writing(
      words: ["config", "set", "color", "never"], folder: "config", file: "config.json", old: "{}\n",
      broken: 74),
    Writing(
      words: ["session", "export", "FOLDER/session.json"], folder: "disk", file: "session.json", broken: 73),
    Writing(
      words: ["exec", "--token-file", "FOLDER/token", "--", "true"], folder: "disk", file: "token",
      broken: 125,
      full: 125),
    Writing(
      words: ["local", "export", "FOLDER"], folder: "disk/auth_export", file: "accounts.json", old: "{}",
      broken: 73),
    Writing(
      words: ["local", "backup", "FOLDER/saved.db", "--force"], folder: "disk", file: "saved.db", old: "mine",
      broken: 74),
  ]

  @Test(arguments: all) func whatFailsLeavesTheOldFileAndNoOther(writing: Writing) throws {
    let usher = Usher()
    try usher.signIn()
    usher.home.makeFolder("disk")
    #expect(usher.run("local", "export", usher.home.path + "/disk").status == 0)
    let path = usher.home.path(of: writing.folder + "/" + writing.file)
    func reset() {
      unlink(path)
      if let old = writing.old { usher.home.write(old, to: writing.folder + "/" + writing.file) }
    }
    let words = writing.words.map { word in
      guard let name = word.firstRange(of: "FOLDER") else { return word }
      return usher.home.path + "/disk" + word[name.upperBound...]
    }
    let launch = usher.launch(words)
    reset()
    let calls = try launch.systemCalls(from: usher.home.path)
    let names = usher.home.names(in: writing.folder)
    let new = usher.home.text(of: writing.folder + "/" + writing.file)
    let first = try #require(
      calls.firstIndex { $0.changesSomething && $0.description.firstRange(of: writing.file + ".") != nil })
    let last = try #require(calls.lastIndex { $0.name.hasPrefix("renameat") })
    let points = calls[first...min(last + 2, calls.count - 1)].filter {
      $0.changesSomething && !$0.fails && !["unlink", "unlinkat", "fchown"].contains($0.name)
        && !$0.description.hasPrefix("write(1,") && $0.description.firstRange(of: "/local.db") == nil
    }
    #expect(points.count > 3)
    for (index, point) in Array(points).sample(oneOf: 3).enumerated() {
      for error in Size.of([["EIO", "ENOSPC"][index % 2]], long: ["EIO", "ENOSPC"]) {
        reset()
        let ending = launch.striking(point, with: "error=\(error)").run()
        #expect(
          ending.status == (error == "ENOSPC" ? writing.full : writing.broken),
          "\(error) at \(point): \(ending.errors)")
        let found = usher.home.text(of: writing.folder + "/" + writing.file)
        #expect(found == writing.old || found == new, "\(error) at \(point)")
        let left = Set(usher.home.names(in: writing.folder)).subtracting(names + [writing.file])
        #expect(left == [], "\(error) at \(point)")
      }
    }
  }
}
