import CommandKit
import CommandPages
import TestSupport
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct ShellTests {
  private let shells: CompletionShells

  init() throws {
    shells = try CompletionShells(port.description)
  }

  /// What is typed, and what is offered.
  private static let offers: [(line: String, words: Set<String>)] = [
    ("port ", ["send", "crew", "log", "load", "tow"]),
    ("port cr", ["crew"]),
    ("port --json crew ", ["hire", "list"]),
    ("port -p crew crew h", ["hire"]),
    ("port crew hire ", ["mate", "cook", "cabin-boy"]),
    ("port --timeout 5 crew --quiet hire c", ["cook", "cabin-boy"]),
    ("port crew hire mate ", []),
    ("port crew hire --wa", ["--wait"]),
    ("port crew hire --wait ", []),
    ("port crew list --wait --js", ["--json"]),
    ("port log ", ["inspect"]),
    ("port log --ver", ["--version"]),
    ("port log inspect an", ["anchor"]),
    ("port send --speed ", ["slow", "fast"]),
    ("port --endpoint l", ["local"]),
    ("port send --papers-file an", ["anchor"]),
    ("port load --into ", ["berth"]),
    ("port load x an", ["anchor"]),
    ("port tow --rope 3 -- portsid", ["portside"]),
    ("port tow -- portside an", ["anchor"]),
    ("port bogus ", []),
  ]

  @Test func bashOffersWhatMayFollow() throws {
    for (line, words) in Self.offers { #expect(try shells.bash(line) == words, "\(line)") }
    // bash takes these apart where it finds = and :
    #expect(try shells.bash(["port", "send", "--speed", "="]) == ["slow", "fast"])
    #expect(try shells.bash(["port", "send", "--speed", "=", "f"]) == ["fast"])
    #expect(
      try shells.bash(["port", "--endpoint", "=", "http", ":", "//h", ":", "99", "crew", ""])
        == ["hire", "list"])
  }

  @Test func shellcheckFindsNothingToComplainOf() throws {
    for tool in [port.description, skiff.description] {
      #expect(try Program("shellcheck", "-").run(input: BashCompletion(tool).script) == "")
    }
  }

  @Test func fishOffersWhatMayFollow() throws {
    let offers = Self.offers + [("port send --speed=f", ["--speed=fast"])]
    #expect(try shells.fish(offers.map(\.line)) == offers.map(\.words))
  }

  @Test func zshOffersWhatMayFollow() throws {
    let offers = Self.offers + [("port send --speed=f", ["fast"]), ("port -qpx crew hire m", ["mate"])]
    #expect(try shells.zsh(offers.map(\.line)) == offers.map(\.words))
  }
}
