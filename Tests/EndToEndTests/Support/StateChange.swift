import LibC
import TestSupport
import Testing

/// A command that changes the saved state, and what it finds.
struct StateChange: Sendable, CustomTestStringConvertible {
  private let words: [String]
  /// Whether it finds nothing at all, so that a key has to be made first.
  let isFirst: Bool
  /// Whether the embedded server takes part.
  let usesServer: Bool

  /// How it ends where nothing goes wrong: a wrong code is counted, and refused.
  let status: Int32

  init(_ words: String..., isFirst: Bool = false, usesServer: Bool = false, status: Int32 = 0) {
    self.words = words
    self.status = status
    self.isFirst = isFirst
    self.usesServer = usesServer
  }

  var testDescription: String { words.joined(separator: " ") + (isFirst ? " (first)" : "") }

  static let importing = StateChange("session", "import", "EXPORTED", "--as", "c")
  static let confirming = StateChange("confirm-code", "CODE", usesServer: true)
  static let all = [
    importing, confirming,
    StateChange("verify-phone", "+16505550199", "--no-wait", usesServer: true),
    StateChange("verify-phone", "+16505553434", "--no-wait", isFirst: true, usesServer: true),
    StateChange("confirm-code", "WRONG", usesServer: true, status: 5),
    StateChange("token", "--refresh", usesServer: true),
    StateChange("signout"), StateChange("signout", "--all"), StateChange("session", "use", "b"),
    StateChange("session", "remove", "b"), StateChange("pending", "drop"),
  ]

  /// Two people who are signed in, and a number that waits for its code.
  private struct Prepared {
    let folder: FolderContent
    let exported: String
    let code: String

    init() throws {
      let usher = Usher()
      try usher.signIn()
      try usher.signIn("--as", "b")
      usher.run("verify-phone", "+16505550123", "--json")
      exported = usher.run("session", "export", "-").output
      code = usher.code(for: "+16505550123")
      folder = FolderContent(of: usher.folder)
    }
  }

  private static let prepared = Result { try Prepared() }

  /// The command in a home of its own, where it can be run as often as wanted.
  struct Rehearsal {
    let usher: Usher
    let before: FolderContent
    let launch: Launch

    /// Puts everything back to how the command finds it.
    func reset() { before.write(to: usher.folder) }

    var state: String? { usher.home.text(of: "config/state.json") }
    var names: [String] { FolderContent(of: usher.folder).names }

    /// Whatever happened, the next commands find nothing in their way, and nothing is left lying about.
    func expectThatTheNextCommandWorks(usesServer: Bool, after what: String) throws {
      let words =
        usesServer
        ? ["verify-phone", "+16505550177", "--no-wait"]
        : ["session", "import", usher.home.path + "/exported"]
      let next = usher.run(words + ["--as", "later"])
      #expect(next.status == 0, "after \(what): \(next.errors)")
      let found = try digest(ofState: state)
      #expect(
        found.contains { $0.hasPrefix("session later: ") || $0.contains(" of later,") }, "after \(what)")
      let strays = names.filter { !Self.expected.contains($0) && !$0.hasPrefix("session-") }
      #expect(strays == [], "after \(what)")
    }

    private static let expected = [
      ".gitignore", "local.db", "local.db-shm", "local.db-wal", "state.json", "state.lock",
    ]
  }

  func rehearsal() throws -> Rehearsal {
    let prepared = try Self.prepared.get()
    let usher = Usher(isFirst: true)
    usher.home.write(prepared.exported, to: "exported")
    let words = words.map { word in
      switch word {
      case "CODE": prepared.code
      case "WRONG": prepared.code == "111111" ? "222222" : "111111"
      case "EXPORTED": usher.home.path + "/exported"
      default: word
      }
    }
    let rehearsal = Rehearsal(
      usher: usher, before: isFirst ? FolderContent() : prepared.folder, launch: usher.launch(words))
    rehearsal.reset()
    return rehearsal
  }
}
