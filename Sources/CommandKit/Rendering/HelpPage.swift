/// What `--help` shows.
package struct HelpPage {
  private let tool: ToolDescription
  private let topic: Topic
  private let width: Int

  package init(_ tool: ToolDescription, _ topic: Topic, width: Int = 80) {
    self.tool = tool
    self.topic = topic
    self.width = width
  }

  /// The page, with a newline at its end.
  package var text: String {
    let parts = [["usage: " + tool.usage(of: topic.path)]] + (topic == .root ? overview : details)
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  /// What the tool is for, and its commands, on one screen.
  private var overview: [[String]] {
    let shown = tool.sections.flatMap(\.entries).flatMap(\.words)
    let others = tool.branches(of: "").filter { !shown.contains($0.word) }.map { ($0.word, $0.abstract) }
    let sections = tool.sections.map { section in
      (section.title, section.entries.map { ($0.words.joined(separator: ", "), $0.summary) })
    }
    return [
      TextLayout.wrap(tool.abstract + " " + tool.discussion, width: width),
      TextLayout.tables(sections + [("Commands", others)], width: width),
    ]
  }

  /// All that is declared of a command, or the commands of a group.
  private var details: [[String]] {
    let command = tool.command(topic.path)
    var parts = [TextLayout.wrap(tool.abstract(of: topic.path), width: width)]
    parts.append(examples(command?.examples ?? []))
    parts.append(TextLayout.prose(command?.discussion ?? "", width: width))
    parts.append(list("Arguments", (command?.operands ?? []).map { ($0.spelling, $0.fullHelp) }))
    for (heading, options) in command?.optionGroups ?? [] {
      parts.append(list(heading ?? "Options", HelpText(options: options).terms.map { ($0.name, $0.meaning) }))
    }
    parts.append(list("Commands", tool.branches(of: topic.path).map { ($0.word, $0.abstract) }))
    parts.append(globalsInShort)
    parts.append(
      list("Fields of the JSON result", (command?.resultMembers ?? []).map { ($0.name, $0.below) }))
    if command == nil { parts.append(["More on a command: \(tool.name) \(topic.path) COMMAND --help"]) }
    return parts
  }

  private func list(_ title: String, _ rows: [(term: String, text: String)]) -> [String] {
    TextLayout.tables([(title, rows)], width: width)
  }

  private var globalsInShort: [String] {
    let names = tool.globals.map { option in
      option.spellings.joined(separator: "/") + (option.shownValue.map { " " + $0 } ?? "")
    }
    let words = names.dropLast().map { $0 + "," } + names.suffix(1) + ["(see \(tool.name) help options)"]
    return ["Options of every command:"] + TextLayout.wrap(words, width: width - 2).map { "  " + $0 }
  }

  private func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["Examples:"]
      + examples.map { ["  # " + $0.purpose, "  " + $0.line] }.joined(separator: [""])
  }
}

extension CommandTable {
  /// The help of `topic`, in lines of at most `width` characters where that can be.
  package func help(on topic: Topic, width: Int = 80) -> String {
    HelpPage(description(withFieldsOf: { $0 == topic.path }), topic, width: width).text
  }
}
