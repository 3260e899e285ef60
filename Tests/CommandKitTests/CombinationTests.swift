import Essentials
import Testing

@testable import CommandKit
@testable import CommandPages

/// Arguments that exclude or need others.
@Suite struct CombinationTests {
  private static let table = CommandTable<Void, NoGlobals>(
    name: "dock", abstract: "Moor.", commands: [Sail.self])

  struct NoGlobals: ArgumentSet {
    static let arguments: [Argument<Self>] = []
  }

  struct Sail: Command, Equatable {
    static let name = "sail"
    static let abstract: Text = "Sail the ship."
    static let arguments: [Argument<Self>] =
      [
        .positional(\.harbor, "harbor", help: "Where to.", required: false).excluding("--home"),
        .flag(\.home, "home", help: "Back home."),
      ] + Argument.set(\.sails)
    var harbor: String?
    var home = false
    var sails = Sails()

    func run(in context: Void) {}
  }

  struct Sails: ArgumentSet, Equatable {
    static let arguments: [Argument<Self>] = [
      .flag(\.jib, "jib", help: "Set the jib.").excluding("--spinnaker", "--storm"),
      .flag(\.spinnaker, "spinnaker", help: "Set the spinnaker.").excluding("--jib", "--storm"),
      .flag(\.storm, "storm", help: "Set the storm jib.").excluding("--jib", "--spinnaker"),
      .option(\.reefs, "reefs", value: "N", help: "Take in so many reefs.").needing("--storm"),
    ]
    var jib = false
    var spinnaker = false
    var storm = false
    var reefs: Int?
  }

  private func failure(_ words: String...) -> UsageError? {
    guard case .failure(let error) = Self.table.parse(["sail"] + words).outcome else { return nil }
    return error
  }

  @Test func eachIsTakenAlone() {
    for words in [["oslo"], ["--home"], ["--jib"], ["--storm", "--reefs", "2"], []] {
      #expect(Self.table.parse(["sail"] + words).outcome.isRun, "\(words)")
    }
  }

  @Test func whatExcludesEachOtherIsNamedInTheOrderOfTheDeclaration() {
    let together = UsageError.misuse("--jib, --spinnaker and --storm cannot be used together")
    #expect(failure("--storm", "--jib") == together)
    #expect(failure("--spinnaker", "--storm") == together)
    #expect(failure("--home", "oslo") == .misuse("HARBOR and --home cannot be used together"))
  }

  @Test func whatNeedsAnotherIsRefusedWithoutIt() {
    #expect(failure("--reefs", "2") == .misuse("--reefs goes with --storm"))
  }

  @Test func theFirstErrorIsTold() {
    #expect(
      failure("--reefs", "many")
        == .invalidValue("many", argument: "--reefs", reason: "must be a whole number"))
  }

  @Test func helpSaysSo() {
    let help = Self.table.help(on: .command("sail"), width: 100, in: .english)
    for line in [
      "Where to. Not with --home.", "Set the jib. Not with --spinnaker or --storm.",
      "Take in so many reefs. Needs --storm.",
    ] {
      #expect(help.contains(line), "\(help)")
    }
  }
}

extension Parsed.Outcome {
  fileprivate var isRun: Bool {
    if case .run = self { true } else { false }
  }
}
