import CommandKit
import Testing

/// What may stand in place of the word that is being typed.
@Suite struct CompletionsTests {
  @Test func aWordGoesOnWithTheCommandsName() {
    #expect(
      completions("").candidates == [
        Candidate("send", help: "Send a ship."), Candidate("crew", help: "Who sails."),
        Candidate("log", help: "Print the log."), Candidate("load", help: "Load goods."),
        Candidate("tow", help: "Run a program with a ship in tow."),
      ])
    #expect(values("lo") == ["log", "load"])
    #expect(values("--json", "-p", "crew", "crew", "h") == ["hire"])
    #expect(values("log", "") == ["inspect"])
    #expect(values("log", "x", "") == [])
    #expect(values("bogus", "") == [])
    #expect(values("--", "") == [])
    #expect(values() == values(""))
  }

  @Test func aDashOffersTheOptionsThatAreNotGivenYet() {
    let globals = ["--profile", "--json", "--quiet", "--timeout", "--endpoint", "--help", "--version"]
    #expect(values("crew", "hire", "--") == ["--wait"] + globals)
    #expect(
      values("crew", "hire", "-")
        == [
          "--wait", "-p", "--profile", "--json", "-q", "--quiet", "--timeout", "--endpoint", "-h", "--help",
        ]
        + ["--version"])
    #expect(completions("log", "--js").candidates == [Candidate("--json", help: "Print one JSON object.")])
    #expect(values("--js") == ["--json"])
    #expect(
      values("send", "-qpx", "--timeout=5", "--ta", "--") == values("send", "-qpx", "--timeout", "5", "--"))
    #expect(values("send", "-qpx", "--tag", "a", "--again", "--t") == ["--tag", "--timeout"])
    #expect(values("send", "-qpx", "--p") == ["--papers-file"])
    #expect(values("send", "-q", "--json", "--q") == [])
  }

  @Test func anOptionsValueIsOneOfItsChoices() {
    #expect(
      completions("send", "--speed", "") == Completions(of: "", candidates: [.init("slow"), .init("fast")]))
    #expect(values("send", "--speed", "f") == ["fast"])
    #expect(completions("send", "--speed=f") == Completions(of: "f", candidates: [Candidate("fast")]))
    #expect(values("send", "--speed", "fast", "") == [])
    #expect(values("--timeout", "") == [])
    // The parser takes no option for a value.
    #expect(values("send", "--tag", "--speed", "f") == ["fast"])
  }

  @Test func aPlaceOffersItsArgument() {
    #expect(values("crew", "hire", "") == ["mate", "cook", "cabin-boy"])
    #expect(values("crew", "--quiet", "hire", "--wait", "5", "c") == ["cook", "cabin-boy"])
    #expect(values("crew", "hire", "--", "m") == ["mate"])
    #expect(values("crew", "hire", "mate", "Ann", "") == [])
  }

  @Test func filesAreForWhoAsksToList() {
    #expect(completions("log", "inspect", "an") == Completions(of: "an", files: .any))
    #expect(completions("load", "--into=b") == Completions(of: "b", files: .directories))
    #expect(completions("load", "a", "b", "c") == Completions(of: "c", files: .any))
    #expect(completions("tow", "--", "ls", "--") == Completions(of: "--"))
    #expect(completions("tow", "--", "") == Completions(of: ""))
  }

  @Test func aLiveValueIsAskedForWithWhatTheLineSays() {
    var asked: [String] = []
    func live(_ words: String...) -> [Candidate] {
      port.completions(of: words) { value, line in
        asked.append("\(value.name): \(line.path) \(line.operands) \(line.globals.profile ?? "-")")
        return [Candidate("Ann", help: "a mate"), Candidate("Ånn", help: "a cook"), Candidate("local")]
      }.candidates
    }
    #expect(live("-pacme", "crew", "hire", "mate", "A") == [Candidate("Ann", help: "a mate")])
    #expect(live("crew", "hire", "cook", "--profile=Å") == [Candidate("Ånn", help: "a cook")])
    #expect(live("-qpA") == [Candidate("Ann", help: "a mate")])
    #expect(live("log", "-p", "acme", "--endpoint", "l") == [Candidate("local")])
    #expect(live("log", "--endpoint", "p") == [Candidate("production")])
    #expect(live("log", "") == [Candidate("inspect", help: "Explain a log.")])
    #expect(
      asked == [
        #"sailor: crew hire ["mate"] acme"#, #"profile: crew hire ["cook"] -"#, "profile:  [] -",
        "harbour: log [] acme", "harbour: log [] -",
      ])
  }

  private func completions(_ words: String...) -> Completions { completions(words) }

  private func completions(_ words: [String]) -> Completions {
    port.completions(of: words) { _, _ in [] }
  }

  private func values(_ words: String...) -> [String] {
    completions(words).candidates.map(\.value)
  }
}
