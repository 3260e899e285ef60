import CommandKit
import Essentials

/// The smallest table that has one of everything the completions know.
let skiff = CommandTable<Void, SkiffGlobals>(
  name: "skiff", abstract: "Row.", groups: [CommandGroup("oar", abstract: "The oars.")],
  commands: [OarBuy.self, Race.self])

struct SkiffGlobals: ArgumentSet {
  static let arguments: [Argument<Self>] = [
    .option(
      \.sea, "sea", short: "s", value: "NAME", help: "Row here.",
      completion: .live(LiveValue("sea"), choices: ["north"]))
  ]
  var sea: String?
}

struct OarBuy: Command {
  static let name = "oar buy"
  static let abstract: Text = "Buy an oar."
  static let arguments: [Argument<Self>] = [
    .positional(\.wood, "wood", help: "Of which wood.", required: true),
    .positional(\.bank, "bank", help: "For which bank.", completion: .live(LiveValue("bank"))),
    .option(\.marks, "mark", value: "M", help: "The oar's [mark].", completion: .file),
  ]
  var wood: Wood?
  var bank: String?
  var marks: [String] = []

  enum Wood: String, CaseIterable, ArgumentValue {
    case ash, spruce
  }

  func run(in context: Void) {}
}

struct Race: Command {
  static let name = "race"
  static let abstract: Text = "Row fast."
  static let arguments: [Argument<Self>] = [
    .flag(\.wild, "wild", short: "w", help: "Row wildly."),
    .rest(\.crew, "crew", help: "Who rows."),
  ]
  var wild = false
  var crew: [String] = []

  func run(in context: Void) {}
}
