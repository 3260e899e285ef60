import CommandKit
import Essentials
import IdentityToolkit
import LibC
import TerminalIO

struct Help: UsherCommand {
  static let name = "help"
  static let worksUnconfigured = true
  static let abstract: Text = "Explain a command or a topic."
  static let discussion = "Topics: \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", "))."
  static let arguments: [Argument<Self>] = [
    .positional(
      \.words, "topic", help: "A command or a topic.", required: false, completion: .live(.topic))
  ]
  static let examples = [
    Example("usher help verify-phone", "Explain a command."),
    Example("usher help exit-codes", "List the exit statuses."),
    Example("usher help json whoami", "List the fields of a command's JSON result."),
  ]

  var words: [String] = []

  func run(in context: Context) throws {
    let path = words.joined(separator: " ")
    let command = words.dropFirst().joined(separator: " ")
    func show(_ text: HelpText) throws {
      try context.show(
        text.laidOut(
          width: context.output.width, in: context.world.catalog,
          command: (["usher", "help"] + words).joined(separator: " ")))
    }
    if let topic = HelpTopic(rawValue: path) {
      try show(topic.text)
    } else if let detail = words.first.flatMap(HelpTopic.init)?.text.details.first(where: {
      $0.name == command
    }) {
      try show(detail.text)
    } else if words.first == HelpTopic.json.rawValue, case .command(let name)? = Tool.commands.topic(command)
    {
      try context.show(Tool.commands.fields(of: name, width: context.output.width, in: context.world.catalog))
    } else if let topic = Tool.commands.topic(path) {
      try context.show(Tool.commands.help(on: topic, width: context.output.width, in: context.world.catalog))
    } else {
      throw UsageError.misuse("there is no help about '\(path.clipped(to: 128))'", hint: hint(on: path))
    }
  }

  private func hint(on path: String) -> Hint {
    if let topic = words.first.flatMap(HelpTopic.init), !topic.text.details.isEmpty {
      return Hint(
        "choose one of its details: \(topic.text.details.map(\.name).joined(separator: ", "))")
    }
    let topics = HelpTopic.allCases.map(\.rawValue)
    let meant =
      topics.nearest(to: path) + Tool.commands.suggestions(for: words.first ?? "", after: "", in: words)
    // Help is about a command, whatever its options.
    let pages = meant.map { $0[..<($0.firstRange(of: " --")?.lowerBound ?? $0.endIndex)] }
    return Hint(didYouMean: pages.map { "usher help " + $0 })
      ?? Hint("choose one of the topics: \(topics.joined(separator: ", "))").then(
        "or see the commands", copying: "usher help")
  }
}

extension Context {
  /// Prints a page of help, through a pager if it is longer than the screen.
  func show(_ page: String) throws {
    let page = SafeText.lines(page)
    if isLongerThanScreen(page), Pager(world.environment).show(page) { return }
    try output.writeText(page)
  }

  private func isLongerThanScreen(_ page: String) -> Bool {
    guard settings.showsProgress(on: world.standardOutput), person.isInteractive,
      let rows = world.terminal.rows, let columns = world.terminal.columns
    else { return false }
    let lines = WrappedText.lines(page, columns: columns)
    return lines.count { $0 == "\n" } >= rows
  }
}

/// The program that shows text longer than the screen, found as git finds it.
struct Pager {
  private let environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }

  /// Shows `text` until the person quits the pager; returns whether a pager could run.
  func show(_ text: String) -> Bool {
    guard let command else { return false }
    var variables = environment.forChildren
    // F: quit if the text fits the screen; R: show colours; X: leave the text on the screen.
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    // Where the locale is not installed, it would show bytes.
    if variables["LESSCHARSET"] == nil { variables["LESSCHARSET"] = "utf-8" }
    let status = ChildProgram.feed(text, to: ["/bin/sh", "-c", command], variables)
    // A pager that was killed has shown nothing, unless the person ended it.
    return ![126, 127].contains(status) && (status < 128 || status == 128 + SIGINT)
  }

  /// The shell command of the pager; nil if the person does not want one.
  private var command: String? {
    switch environment["PAGER"] {
    case "", "cat": nil
    case let pager?: pager
    case nil: "command -v less >/dev/null || exit 127; exec less"
    }
  }
}
