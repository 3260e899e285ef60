/// The output of `--help`.
package struct HelpPage {
  private let tool: ToolDescription
  private let topic: Topic
  private let width: Int

  package init(_ tool: ToolDescription, _ topic: Topic, width: Int = 80) {
    self.tool = tool
    self.topic = topic
    self.width = width
  }

  /// The page, with a newline at the end.
  package var text: String {
    let parts = [["usage: " + tool.usage(of: topic.path)]] + (topic == .root ? overview : details)
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  /// The purpose of the tool and its commands, on one screen.
  private var overview: [[String]] {
    [TextLayout.wrap(tool.abstract + " " + tool.discussion, width: width), commands]
  }

  /// The commands below the topic, by sections.
  private var commands: [String] {
    let (sections, others) = tool.sections(of: topic.path)
    let tables = sections.map { section in
      (
        section.title,
        section.entries.map { entry in
          let words = entry.words.joined(separator: ", ")
          return (words, entry.summary ?? tool.abstract(of: topic.path + " " + words))
        }
      )
    }
    return TextLayout.tables(
      tables + [("Commands", others.map { ($0.word, $0.abstract) })], width: width)
  }

  /// The full description of a command, or the commands of a group.
  private var details: [[String]] {
    let command = tool.command(topic.path)
    var parts = [TextLayout.wrap(tool.abstract(of: topic.path), width: width)]
    parts.append(examples(command?.examples ?? []))
    parts.append(TextLayout.prose(command?.discussion ?? "", width: width))
    if let command, command.sameAs != nil { return parts + [references(command)] }
    parts.append(list("Arguments", (command?.operands ?? []).map { ($0.spelling, $0.fullHelp) }))
    let groups = command?.optionGroups ?? []
    for (heading, options) in groups where heading == nil {
      parts.append(list("Options", HelpText(options: options).terms.map { ($0.name, $0.meaning) }))
    }
    parts.append(groups.flatMap { heading, options in heading.map { names(of: options, under: $0) } ?? [] })
    parts.append(commands)
    parts.append(elsewhere(command))
    return parts
  }

  /// The names of options that other commands also have. `help options` explains them once.
  private func names(of options: [ArgumentDescription], under heading: String) -> [String] {
    let names = options.map { ($0.spellings.last ?? "") + ($0.shownValue.map { " " + $0 } ?? "") }
    let words = names.dropLast().map { $0 + "," } + names.suffix(1)
    return TextLayout.wrap([heading + ":"] + words, width: width)
  }

  /// The commands that show the rest. With it, every page would be longer than a screen.
  private func elsewhere(_ command: CommandDescription?) -> [String] {
    let hasShared = command?.optionGroups.contains { $0.heading != nil } ?? false
    let lines = [
      "\(hasShared ? "More on these, and the options" : "Options") of every command: \(tool.name) help options"
    ]
    guard let command else { return ["More on a command: \(tool.name) \(topic.path) COMMAND --help"] + lines }
    return lines + manual(command) + fieldsReference(command)
  }

  /// Of another command's other name: that command, and where its options are.
  private func references(_ command: CommandDescription) -> [String] {
    guard let sameAs = command.sameAs, let original = tool.original(of: command) else { return [] }
    let without = original.without.joined(separator: ", ", last: " and ")
    return ["The same as:", "  \(tool.name) \(sameAs)"]
      + TextLayout.wrap(
        "It takes the same options\(without.isEmpty ? "" : ", except " + without):", width: width)
      + ["  \(tool.name) \(original.command.name) --help"] + fieldsReference(command)
  }

  private func manual(_ command: CommandDescription) -> [String] {
    let page = ([tool.name] + command.name.split(separator: " ").map(String.init)).joined(separator: "-")
    return command.manual.isEmpty ? [] : ["More, if the manual is installed: man \(page)"]
  }

  private func fieldsReference(_ command: CommandDescription) -> [String] {
    command.resultFields.isEmpty ? [] : ["Fields of the JSON result: \(tool.name) help json \(command.name)"]
  }

  /// Only the fields of the command's JSON result.
  fileprivate var fields: String {
    let rows = (tool.command(topic.path)?.resultMembers ?? []).map { (term: $0.name, text: $0.below) }
    guard !rows.isEmpty else { return "\(tool.name) \(topic.path) prints no JSON result.\n" }
    return list("Fields of the JSON result of \(tool.name) \(topic.path)", rows).joined(separator: "\n")
      + "\n"
  }

  private func list(_ title: String, _ rows: [(term: String, text: String)]) -> [String] {
    TextLayout.tables([(title, rows)], width: width)
  }

  private func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["Examples:"]
      + examples.map { ["  # " + $0.purpose] + $0.lines.map { "  " + $0 } }.joined(separator: [""])
  }
}

extension CommandTable {
  /// Returns the help of `topic`, in lines of at most `width` characters if possible.
  package func help(on topic: Topic, width: Int = 80) -> String {
    page(on: topic, width).text
  }

  /// Returns the fields of the JSON result of the command `name`.
  package func fields(of name: String, width: Int = 80) -> String {
    page(on: .command(name), width).fields
  }

  private func page(on topic: Topic, _ width: Int) -> HelpPage {
    HelpPage(description(withFieldsOf: { $0 == topic.path }), topic, width: width)
  }
}
