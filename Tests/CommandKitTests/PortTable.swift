import CommandKit
import Essentials

/// A small tool with one command for every kind of argument.
let port = CommandTable<Void, PortGlobals>(
  name: "port", abstract: "Send ships on their way.",
  discussion: "Ships wait in the harbour until they are sent. Nothing leaves by itself.",
  groups: [CommandGroup("crew", abstract: "Who sails.")],
  commands: [Send.self, CrewHire.self, CrewList.self, Log.self, LogInspect.self, Load.self, Tow.self],
  synonyms: ["dispatch": "send", "crew add": "crew hire"],
  refused: [RefusedOption("password", advice: "use --password-file F")])

extension CommandTable<Void, PortGlobals> {
  /// The same table, with commands shown together.
  func with(sections: CommandSection...) -> CommandTable {
    CommandTable(
      name: name, abstract: abstract, discussion: discussion, groups: groups, sections: sections,
      commands: commands)
  }
}

extension LiveValue {
  static let profile = LiveValue("profile")
  static let harbour = LiveValue("harbour")
  static let sailor = LiveValue("sailor")
}

struct PortGlobals: ArgumentSet, Equatable {
  static let arguments: [Argument<Self>] = [
    .option(
      \.profile, "profile", short: "p", value: "NAME", help: "Use this profile.", completion: .live(.profile)),
    .flag(\.json, "json", help: "Print one JSON object."),
    .flag(\.quiet, "quiet", short: "q", help: "Print results only."),
    .option(\.timeout, "timeout", value: "D", help: "Give up after this time."),
    .option(
      \.endpoint, "endpoint", value: "local|URL", help: "Talk to this harbour.",
      completion: .live(.harbour, choices: ["local", "production"])),
  ]
  var profile: String?
  var json = false
  var quiet = false
  var timeout: Duration?
  var endpoint: String?
}

struct Send: Command, Equatable {
  static let name = "send"
  static let abstract: Text = "Send a ship."
  static let discussion = """
    The ship's number has its country's code in front, or the ship stays. A number without one is refused \
    by the harbour's --master.

      port send +100

    .Lines may begin with a dot.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.number, "number", help: "The ship's number."),
      .option(\.tags, "tag", short: "t", value: "T", help: "Mark the ship."),
      .option(\.speed, "speed", value: "SPEED", help: "How fast it goes."),
      .option(\.knots, "knots", value: "N", help: "How fast exactly."),
      .flag(\.again, "again", short: "a", help: "Send it once more, even if [it] is 'under way': $HOME."),
    ] + Argument.set(\.papers)
  static let examples = [
    Example("port send +100", "Send one ship."),
    Example("port send --speed fast 'two words' | tee log", "Send it fast."),
  ]
  static let refused = [RefusedOption("gun", advice: "ships carry no guns; see --papers-file")]
  var number: String?
  var tags: [String] = []
  var speed: Speed?
  var knots = 10
  var again = false
  var papers = Papers()

  func run(in context: Void) {}
}

struct Papers: ArgumentSet, Equatable {
  static let heading: Text? = "The ship's papers"
  static let arguments: [Argument<Self>] = [
    .option(\.file, "papers-file", value: "F", help: "Read the papers from a file.", completion: .file)
  ]
  var file: String?
}

enum Speed: String, CaseIterable, ArgumentValue {
  case slow, fast
}

struct CrewHire: Command, Equatable {
  static let name = "crew hire"
  static let abstract: Text = "Hire a sailor."
  static let arguments: [Argument<Self>] = [
    .positional(\.rank, "rank", help: "The sailor's rank.", required: true),
    .positional(\.name, "name", help: "The sailor's name.", completion: .live(.sailor)),
    .option(\.wait, "wait", value: "D", help: "Wait for the sailor."),
  ]
  static let examples = [Example("port crew hire mate Ann", "Hire Ann.")]
  var rank: Rank?
  var name: String?
  var wait: Duration?

  enum Rank: String, CaseIterable, ArgumentValue {
    case mate, cook, cabinBoy = "cabin-boy"
  }

  func run(in context: Void) {}
}

struct CrewList: Command, Equatable {
  static let name = "crew list"
  static let abstract: Text = "List the sailors."
  static let arguments: [Argument<Self>] = [.flag(\.wait, "wait", help: "Wait for all.")]
  static let resultFields = ["count", "crew[].name", "crew[].rank", "crew[].wage.*", "log.*", "harbour.name"]
  var wait = false

  func run(in context: Void) {}
}

struct Log: Command, Equatable {
  static let name = "log"
  static let abstract: Text = "Print the log."

  func run(in context: Void) {}
}

struct LogInspect: Command, Equatable {
  static let name = "log inspect"
  static let abstract: Text = "Explain a log."
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "-|file", help: "The log.", completion: .file)
  ]
  var file = ""

  func run(in context: Void) {}
}

struct Load: Command, Equatable {
  static let name = "load"
  static let abstract: Text = "Load goods."
  static let arguments: [Argument<Self>] = [
    .option(\.into, "into", value: "DIR", help: "Where to.", completion: .directory),
    .positional(\.goods, "goods", help: "What to load.", required: true, completion: .file),
  ]
  var into: String?
  var goods: [String] = []

  func run(in context: Void) {}
}

struct Tow: Command, Equatable {
  static let name = "tow"
  static let abstract: Text = "Run a program with a ship in tow."
  static let arguments: [Argument<Self>] = [
    .option(\.rope, "rope", value: "LENGTH", help: "The rope's length."),
    .rest(\.program, "program", help: "What to run.", required: true),
  ]
  var rope: Int?
  var program: [String] = []

  func run(in context: Void) {}
}
