import CommandKit
import TestSupport
import Testing

@testable import UsherTool

/// The tool's own completions in the real shells.
@Suite struct CompletionTests {
  private let shells: CompletionShells

  init() throws {
    shells = try CompletionShells(Tool.commands.description)
  }

  private static let offers: [(line: String, words: Set<String>)] = [
    ("usher ver", ["verify-phone", "version"]),
    ("usher session ", ["list", "use", "export", "import", "remove"]),
    ("usher --json -P demo-usher session ex", ["export"]),
    (
      "usher local ",
      [
        "outbox", "seed", "snapshot", "export", "import", "backup", "restore", "reset", "fail", "expire",
        "events", "clock", "service-account",
      ]
    ),
    (
      "usher project users ",
      [
        "list", "show", "add", "update", "claims", "disable", "enable", "revoke", "delete", "export",
        "import",
      ]
    ),
    ("usher project users update kim --no-", ["--no-email-verified", "--no-input", "--no-store"]),
    ("usher local snapshot ", ["save", "load", "list", "remove"]),
    ("usher project test-number ", ["add", "list", "remove"]),
    ("usher token --for", ["--format"]),
    (
      "usher token --format ",
      [
        "raw", "header", "curl", "env", "dotenv", "github", "exec-credential", "playwright", "local-storage",
        "json",
      ]
    ),
    ("usher whoami --as ", []),
    ("usher serve --data an", ["anchor"]),
    ("usher --cacert an", ["anchor"]),
    ("usher verify-phone +16505553434 --code-file an", ["anchor"]),
    ("usher serve --policy ", ["emulator", "strict"]),
    ("usher serve --port 0 -- portsid", ["portside"]),
    ("usher session export an", ["anchor"]),
  ]

  @Test func bashOffersWhatMayFollow() throws {
    for (line, words) in Self.offers { #expect(try shells.bash(line) == words, "\(line)") }
  }

  @Test func fishOffersWhatMayFollow() throws {
    #expect(try shells.fish(Self.offers.map(\.line)) == Self.offers.map(\.words))
  }

  @Test func zshOffersWhatMayFollow() throws {
    #expect(try shells.zsh(Self.offers.map(\.line)) == Self.offers.map(\.words))
  }
}
