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
    let command = tool.command(topic.path)
    var sections = [["usage: " + tool.usage(of: topic.path)]]
    sections.append(
      TextLayout.wrap(topic == .root ? tool.abstract : tool.abstract(of: topic.path), width: width))
    sections.append(
      TextLayout.prose((topic == .root ? tool.discussion : command?.discussion) ?? "", width: width))
    sections.append(list("Arguments", (command?.operands ?? []).map { ($0.spelling, $0.fullHelp) }))
    sections.append(list("Options", options(command?.options ?? [])))
    sections.append(list("Commands", tool.branches(of: topic.path).map { ($0.word, $0.abstract) }))
    sections.append(topic == .root ? list("Options of every command", options(tool.globals)) : globalsInShort)
    sections.append(
      list("Fields of the JSON result", (command?.resultMembers ?? []).map { ($0.name, $0.below) }))
    sections.append(examples(command?.examples ?? []))
    if command == nil { sections.append([more]) }
    return sections.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private func list(_ title: String, _ rows: [(term: String, text: String)]) -> [String] {
    rows.isEmpty ? [] : [title + ":"] + TextLayout.table(rows, width: width)
  }

  /// Long names stand below each other, with or without a short one.
  private func options(_ options: [ArgumentDescription]) -> [(term: String, text: String)] {
    let indent = options.contains { $0.short != nil } ? "    " : ""
    return options.map { option in
      let names = (option.short == nil ? indent : "") + option.spellings.joined(separator: ", ")
      let value = option.value.map { " " + $0 } ?? ""
      return (
        names + value, option.fullHelp + (option.kind == .option && option.repeats ? " May be repeated." : "")
      )
    }
  }

  private var globalsInShort: [String] {
    let names = tool.globals.map { option in
      option.spellings.joined(separator: "/") + (option.value.map { " " + $0 } ?? "")
    }
    let words = names.dropLast().map { $0 + "," } + names.suffix(1) + ["(see \(tool.name) --help)"]
    return ["Options of every command:"] + TextLayout.wrap(words, width: width - 2).map { "  " + $0 }
  }

  private func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["Examples:"]
      + examples.map { ["  # " + $0.purpose, "  " + $0.line] }.joined(separator: [""])
  }

  private var more: String {
    let words = [tool.name] + (topic == .root ? [] : [topic.path]) + ["COMMAND", "--help"]
    return "More on a command: " + words.joined(separator: " ")
  }
}

extension CommandTable {
  /// The help of `topic`, in lines of at most `width` characters where that can be.
  package func help(on topic: Topic, width: Int = 80) -> String {
    HelpPage(description(withFieldsOf: { $0 == topic.path }), topic, width: width).text
  }
}
