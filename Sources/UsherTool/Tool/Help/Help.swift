import CommandKit
import Essentials
import IdentityToolkit
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
    if let topic = HelpTopic(rawValue: path) {
      // The other topics are pages of the manual.
      let catalog = topic == .options ? context.world.catalog : .english
      try context.show(topic.text.laidOut(width: context.output.width, in: catalog))
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
