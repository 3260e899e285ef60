package import Essentials

package struct HelpPage {
  private let tool: ToolDescription
  private let topic: Topic
  private let width: Int
  private let catalog: Catalog

  package init(_ tool: ToolDescription, _ topic: Topic, width: Int = 80, in catalog: Catalog = .english) {
    self.tool = tool
    self.topic = topic
    self.width = width
    self.catalog = catalog
  }

  /// The page, with a newline at the end.
  package var text: String {
    let parts =
      [[Text("usage: \(tool.usage(of: topic.path))").in(catalog)]] + (topic == .root ? overview : details)
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  /// The purpose of the tool and its commands, on one screen.
  private var overview: [[String]] {
    [wrapped("\(tool.abstract) \(tool.discussion)"), commands]
  }

  /// The commands below the topic, by sections.
  private var commands: [String] {
    let (sections, others) = tool.sections(of: topic.path)
    let tables = sections.map { section in
      (
        section.title,
        section.entries.map { entry -> (String, Text) in
          let words = entry.words.joined(separator: ", ")
          return (words, entry.summary ?? tool.abstract(of: topic.path + " " + words))
        }
      )
    }
    return TextLayout.tables(
      (tables + [(Text("Commands"), others.map { ($0.word, $0.abstract) })]).map { translated($0, $1) },
      width: width)
  }

  /// The full description of a command, or the commands of a group.
  private var details: [[String]] {
    let command = tool.command(topic.path)
    var parts = [wrapped(tool.abstract(of: topic.path))]
    parts.append(examples(command?.examples ?? []))
    parts.append(TextLayout.prose(command?.discussion ?? "", width: width, in: catalog))
    if let command, command.sameAs != nil { return parts + [references(command)] }
    parts.append(list(Text("Arguments"), (command?.operands ?? []).map { ($0.spelling, $0.fullHelp) }))
    let groups = command?.optionGroups ?? []
    for (heading, options) in groups where heading == nil {
      parts.append(list(Text("Options"), HelpText(options: options).terms.map { ($0.name, $0.meaning) }))
    }
    parts.append(groups.flatMap { heading, options in heading.map { names(of: options, under: $0) } ?? [] })
    parts.append(commands)
    parts.append(elsewhere(command))
    return parts
  }

  /// The names of options that other commands also have. `help options` explains them once.
  private func names(of options: [ArgumentDescription], under heading: Text) -> [String] {
    let names = options.map { ($0.spellings.last ?? "") + ($0.shownValue.map { " " + $0 } ?? "") }
    let words = names.dropLast().map { $0 + "," } + names.suffix(1)
    return TextLayout.wrap([Text("\(heading):").in(catalog)] + words, width: width)
  }

  /// The commands that show the rest. With it, every page would be longer than a screen.
  private func elsewhere(_ command: CommandDescription?) -> [String] {
    var commands = [tool.name + " help options"]
    if let command {
      if !command.resultFields.isEmpty { commands.append("\(tool.name) help json \(command.name)") }
      if !command.manual.isEmpty {
        commands.append("man \(tool.name)-\(command.name.replacing(" ", with: "-"))")
      }
    } else {
      commands.insert("\(tool.name) \(topic.path) COMMAND --help", at: 0)
    }
    let words = commands.dropLast().map { $0 + "," } + commands.suffix(1)
    return TextLayout.wrap([Text("More:").in(catalog)] + words, width: width)
  }

  /// Of another command's other name: that command, and where its options are.
  private func references(_ command: CommandDescription) -> [String] {
    guard let sameAs = command.sameAs, let original = tool.original(of: command) else { return [] }
    let options: Text =
      original.without.isEmpty
      ? "It takes the same options:" : "It takes the same options, except \(Text(allOf: original.without)):"
    return [Text("The same as:").in(catalog), "  \(tool.name) \(sameAs)"] + wrapped(options)
      + ["  \(tool.name) \(original.command.name) --help", ""] + elsewhere(command)
  }

  /// Only the fields of the command's JSON result.
  fileprivate var fields: String {
    let rows = (tool.command(topic.path)?.resultMembers ?? []).map {
      (term: $0.name, text: Text(verbatim: $0.below))
    }
    let command = tool.name + " " + topic.path
    guard !rows.isEmpty else { return Text("\(command) prints no JSON result.").in(catalog) + "\n" }
    return list("Fields of the JSON result of \(command)", rows).joined(separator: "\n") + "\n"
  }

  private func list(_ title: Text, _ rows: [(term: String, text: Text)]) -> [String] {
    TextLayout.tables([translated(title, rows)], width: width)
  }

  private func translated(
    _ title: Text, _ rows: [(term: String, text: Text)]
  ) -> (title: String, rows: [(term: String, text: String)]) {
    (Text("\(title):").in(catalog), rows.map { ($0.term, $0.text.in(catalog)) })
  }

  private func wrapped(_ text: Text) -> [String] {
    TextLayout.wrap(text.in(catalog), width: width)
  }

  private func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return [Text("Examples:").in(catalog)]
      + examples.flatMap { ["  # " + Text(english: $0.purpose).in(catalog)] + $0.lines.map { "  " + $0 } }
  }
}

extension CommandTable {
  /// Returns the help of `topic`, in lines of at most `width` characters if possible.
  package func help(on topic: Topic, width: Int = 80, in catalog: Catalog = .english) -> String {
    page(on: topic, width, catalog).text
  }

  /// Returns the fields of the JSON result of the command `name`.
  package func fields(of name: String, width: Int = 80, in catalog: Catalog = .english) -> String {
    page(on: .command(name), width, catalog).fields
  }

  private func page(on topic: Topic, _ width: Int, _ catalog: Catalog) -> HelpPage {
    HelpPage(description(withFieldsOf: { $0 == topic.path }), topic, width: width, in: catalog)
  }
}
