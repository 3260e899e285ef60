import CommandKit
import CommandPages
import TestSupport
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct ShellTests {
  private let shells: CompletionShells

  init() throws {
    shells = try CompletionShells(
      port.description,
      values: [
        "kim+ci@example.com\ta sailor", "http://127.0.0.1:9099\t", "My yacht\ta ship",
        #"it's "q" $HOME\#tquoted"#, "\u{c9}ric\tabroad",
      ])
  }

  /// What is typed, and what is offered.
  private static let offers: [(line: String, words: Set<String>)] = [
    ("port ", ["send", "crew", "log", "load", "tow"]),
    ("port cr", ["crew"]),
    ("port --json crew ", ["hire", "list"]),
    ("port -p crew crew h", ["hire"]),
    ("port crew hire ", ["mate", "cook", "cabin-boy"]),
    ("port --timeout 5 crew --quiet hire c", ["cook", "cabin-boy"]),
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
    let offers =
      Self.offers + [
        ("port send --speed=", ["slow", "fast"]), ("port send --speed=f", ["fast"]),
        ("port --endpoint=http://h:99 'crew' ", ["hire", "list"]),
        (#"port --profile "a 'b" crew h"#, ["hire"]), (#"port -p a\ b crew h"#, ["hire"]),
      ]
    for (line, words) in offers { #expect(try shells.bash(line) == words, "\(line)") }
  }

  @Test func bashKeepsValuesWhole() throws {
    let lines = [
      ("port -p kim", "port -p kim+ci@example.com "), ("port -p kim+ci@e", "port -p kim+ci@example.com "),
      ("port -p kim+ci@", "port -p kim+ci@example.com "),
      ("port --endpoint=kim+ci@e", "port --endpoint=kim+ci@example.com "),
      ("port crew hire mate http:", "port crew hire mate http://127.0.0.1:9099 "),
      ("port --endpoint=http://127.0.0.1:9", "port --endpoint=http://127.0.0.1:9099 "),
      ("port --profile=kim", "port --profile=kim+ci@example.com "),
      ("port -p My", #"port -p My\ yacht "#), (#"port -p My\ y"#, #"port -p My\ yacht "#),
      ("port -p 'My", "port -p 'My yacht' "), (#"port --profile="My"#, #"port --profile="My yacht" "#),
      ("port -p it", #"port -p it\'s\ \"q\"\ \$HOME "#),
      ("port -p 'it", #"port -p 'it'\''s "q" $HOME' "#), (#"port -p "it"#, #"port -p "it's \"q\" \$HOME" "#),
      ("port --endpoint=pro", "port --endpoint=production "), ("port cr", "port crew "),
      ("port load anc", "port load anchor "),
    ]
    #expect(try shells.completedInBash(lines.map(\.0)) == lines.map(\.1))
  }

  /// Lines with a value to be asked for, and the words that the tool is asked with.
  private static let questions = [
    ("port -p ", "<__complete><--><-p><>"), ("port -q --profile=ki", "<__complete><--><-q><--profile><>"),
    (
      "port --endpoint http://h:1 crew hire mate ",
      "<__complete><--><--endpoint><http://h:1><crew><hire><mate><>"
    ),
    ("port crew -p 'a b' hire mate K", "<__complete><--><crew><-p><a b><hire><mate><>"),
    ("port crew hire mate -p=x --json A", "<__complete><--><crew><hire><mate><-p=x><--json><>"),
  ]

  @Test func theToolIsAskedWithTheWholeLine() throws {
    for (line, words) in Self.questions {
      _ = try shells.bash(line)
      #expect(shells.asked() == [words])
    }
    _ = try shells.fish(Self.questions.map { $0.0.replacing("'", with: "\\'") })
    #expect(shells.asked() == Self.questions.map(\.1))
    _ = try shells.zsh(Self.questions.map(\.0))
    #expect(shells.asked() == Self.questions.map(\.1))
    _ = try shells.zsh(["port -qpki"])
    #expect(shells.asked() == ["<__complete><--><-qp><>"])
  }

  @Test func whatTheToolAnswersIsOffered() throws {
    let values: Set = [
      "kim+ci@example.com", "http://127.0.0.1:9099", "My yacht", #"it's "q" $HOME"#, "\u{c9}ric",
    ]
    let harbours = values.union(["local", "production"])
    let lines = ["port -p ", "port --endpoint ", "port crew hire mate ", "port crew hire mate kim"]
    let offers = [values, harbours, values, ["kim+ci@example.com"]]
    #expect(try shells.fish(lines) == offers)
    #expect(try shells.zsh(lines) == offers)
  }

  @Test func withoutTheToolWhatIsAlwaysThereIsOffered() throws {
    let shells = try CompletionShells(port.description)
    let lines = ["port --endpoint ", "port -p "]
    #expect(try lines.map(shells.bash) == [["local", "production"], []])
    #expect(try shells.fish(lines) == [["local", "production"], []])
    #expect(try shells.zsh(lines) == [["local", "production"], []])
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
