import Essentials
import Testing

@testable import CommandKit
@testable import CommandPages

/// An option that means something without its value, too.
@Suite struct OptionalValueTests {
  private static let table = CommandTable<Void, NoGlobals>(
    name: "dock", abstract: "Moor.", commands: [Moor.self])

  struct NoGlobals: ArgumentSet {
    static let arguments: [Argument<Self>] = []
  }

  struct Moor: Command, Equatable {
    static let name = "moor"
    static let abstract: Text = "Moor the ship."
    static let arguments: [Argument<Self>] =
      [
        .option(\.pier, "pier", value: "PIER", alone: "any", help: "At this pier.", completion: .file),
        .flag(\.tight, "tight", help: "Tightly."), .rest(\.crew, "crew", help: "Who."),
      ] + Argument.set(\.lines)
    var pier: String?
    var tight = false
    var crew: [String] = []
    var lines = Lines()

    func run(in context: Void) {}
  }

  struct Lines: ArgumentSet, Equatable {
    static let arguments: [Argument<Self>] = [
      .option(\.bow, "bow", value: "N", alone: 1, help: "So many at the bow.")
    ]
    var bow: Int?
  }

  private func moor(_ words: String...) -> Moor? {
    guard case .run(let command) = Self.table.parse(["moor"] + words).outcome else { return nil }
    return command as? Moor
  }

  @Test func itsValueMayBeLeftOut() {
    #expect(moor("--pier") == make { $0.pier = "any" })
    #expect(moor("--pier", "two") == make { $0.pier = "two" })
    #expect(moor("--pier=two") == make { $0.pier = "two" })
    #expect(moor("--bow") == make { $0.lines.bow = 1 })
    #expect(moor("--bow", "2") == make { $0.lines.bow = 2 })
    #expect(
      moor("--pier", "--tight", "--", "kim")
        == make {
          ($0.pier, $0.tight, $0.crew) = ("any", true, ["kim"])
        })
    #expect(moor("--pier", "--", "kim") == make { ($0.pier, $0.crew) = ("any", ["kim"]) })
  }

  @Test func itIsGivenOnce() {
    guard case .failure(let error) = Self.table.parse(["moor", "--pier", "--pier"]).outcome else {
      Issue.record("it was taken twice")
      return
    }
    #expect(error == .repeatedOption("--pier"))
  }

  @Test func helpAndManualSaySo() {
    let pier = Moor.arguments[0].description
    #expect(pier.usage == "[--pier [PIER]]")
    #expect(HelpText(options: [pier]).terms.map(\.name) == ["--pier [PIER]"])
    #expect(Mdoc.item(pier) == "Fl \\-pier Op Ar PIER")
    #expect(Mdoc.synopsis(pier) == ".Op Fl \\-pier Op Ar PIER")
  }

  @Test func anOptionMayBeCompletedAfterIt() {
    let names = CompletionPlace(
      after: ["--pier"], of: CommandDescription(Moor.self, withFields: false), globals: [])
    guard case .name = names.kind(of: "--ti") else {
      Issue.record("--ti was taken for a pier")
      return
    }
    guard case .value = names.kind(of: "tw") else {
      Issue.record("tw was not taken for a pier")
      return
    }
  }
}
