package import CommandKit
private import Essentials

/// A page of the manual, in the format mdoc.
package struct ManPage {
  package let name: String
  private let section: Int
  private let body: [String]

  /// A section of the tool's own page that is not in the command table, for example ENVIRONMENT.
  package struct Section: Sendable {
    package let title: String

    /// The mdoc macro for its terms: `Ev`, `Pa`, `Li`.
    package let macro: String
    package let text: HelpText

    package init(_ title: String, _ macro: String, _ text: HelpText) {
      self.title = title
      self.macro = macro
      self.text = text
    }
  }

  /// A page on a subject other than a command, for example `usher-json(7)`.
  package struct Topic: Sendable {
    package let name: String
    /// The section of the manual: 5 for files, 7 for other subjects.
    package let section: Int
    package let abstract: String
    package let text: HelpText
    /// The sections below the text.
    package let sections: [Section]
    /// The first words of the commands and groups whose pages refer to this page.
    package let commands: [String]

    package init(
      _ name: String, section: Int = 7, abstract: String, _ text: HelpText, sections: [Section] = [],
      commands: [String] = []
    ) {
      self.name = name
      self.section = section
      self.abstract = abstract
      self.text = text
      self.sections = sections
      self.commands = commands
    }
  }

  /// The file's name, for example `usher-mfa-enroll.1`.
  package var fileName: String { "\(name).\(section)" }

  package var text: String { body.joined(separator: "\n") + "\n" }

  /// Returns the tool's own page, and one page for each command, group and topic. A group that is also a command gets
  /// one page.
  ///
  /// - Parameter date: The date in the form "January 31, 2030".
  package static func all(
    of tool: ToolDescription, date: String, sections: [Section], examples: [Example] = [],
    topics: [Topic] = []
  ) -> [ManPage] {
    [ManPage(tool, date: date, sections: sections, examples: examples, topics: topics)]
      + tool.commands.map { ManPage(tool, $0, date: date, topics: topics) }
      + groups(of: tool).map { ManPage(tool, group: $0, date: date, topics: topics) }
      + topics.map { ManPage(tool, $0, date: date) }
  }

  private init(
    _ tool: ToolDescription, date: String, sections: [Section], examples: [Example], topics: [Topic]
  ) {
    name = tool.name
    section = 1
    body = [
      Self.header(name, section, date, tool.abstract.english),
      Self.section("SYNOPSIS", [".Nm", ".Ar COMMAND", ".Op Ar options", ".Op Ar arguments"]),
      Self.section("DESCRIPTION", Mdoc.prose("\(tool.abstract.english) \(tool.discussion.english)")),
      Self.section("COMMANDS", Self.commands(below: "", of: tool)),
      Self.section("OPTIONS", ["Every command takes these options."] + Self.list(of: tool.globals)),
      sections.flatMap { Self.section($0.title, Mdoc.text($0.text, macro: $0.macro)) },
      Self.section("EXAMPLES", Mdoc.examples(examples)),
      // Each command has a page of its own name.
      Self.seeAlso(topics.map { (Self.name(tool, $0.name), $0.section) }),
    ].flatMap { $0 }
  }

  private init(_ tool: ToolDescription, _ command: CommandDescription, date: String, topics: [Topic]) {
    name = Self.name(tool, command.name)
    section = 1
    let original = tool.original(of: command)
    let synopsis =
      [".Nm " + tool.name, ".Cm " + Mdoc.words(command.name)]
      + (original == nil ? command.options.map(Mdoc.synopsis) : [".Op Ar options"])
      + command.operands.map(Mdoc.synopsis) + [".Op Ar global options"]
    let same = command.sameAs.map { "The same as:\n\n  \(tool.name) \($0)" } ?? ""
    let prose = [command.abstract.english, command.discussion, command.manual, same].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
    body = [
      Self.header(name, section, date, command.abstract.english),
      Self.section("SYNOPSIS", synopsis),
      Self.section("DESCRIPTION", Mdoc.prose(prose)),
      Self.section("COMMANDS", Self.commands(below: command.name, of: tool)),
      Self.section(
        "OPTIONS",
        original.map { Self.reference(to: $0.command, without: $0.without, tool) }
          ?? Self.options(of: command, tool)),
      Self.section("RESULT", Self.result(of: command, tool, topics)),
      Self.section("EXIT STATUS", ["The exit statuses are listed in", ".Xr \(tool.name) 1 ."]),
      Self.section("EXAMPLES", Mdoc.examples(command.examples)),
      Self.seeAlso(Self.related(to: command.name, of: tool, topics)),
    ].flatMap { $0 }
  }

  private init(_ tool: ToolDescription, group: String, date: String, topics: [Topic]) {
    name = Self.name(tool, group)
    section = 1
    let abstract = tool.abstract(of: group).english
    let synopsis = [
      ".Nm " + tool.name, ".Cm " + Mdoc.words(group), ".Ar COMMAND", ".Op Ar options", ".Op Ar arguments",
    ]
    body = [
      Self.header(name, section, date, abstract),
      Self.section("SYNOPSIS", synopsis),
      Self.section("DESCRIPTION", Mdoc.prose(abstract)),
      Self.section("COMMANDS", Self.commands(below: group, of: tool)),
      Self.seeAlso(Self.related(to: group, of: tool, topics)),
    ].flatMap { $0 }
  }

  private init(_ tool: ToolDescription, _ topic: Topic, date: String) {
    name = Self.name(tool, topic.name)
    section = topic.section
    let referring = tool.commands.filter { topic.commands.contains($0.firstWord) }.map(\.name)
    body = [
      Self.header(name, section, date, topic.abstract),
      Self.section("DESCRIPTION", Mdoc.text(topic.text, macro: "Li")),
      topic.sections.flatMap { Self.section($0.title, Mdoc.text($0.text, macro: $0.macro)) },
      Self.seeAlso([(tool.name, 1)] + referring.map { (Self.name(tool, $0), 1) }),
    ].flatMap { $0 }
  }

  private static func name(_ tool: ToolDescription, _ path: String) -> String {
    ([tool.name] + path.split(separator: " ").map(String.init)).joined(separator: "-")
  }

  private static func header(
    _ name: String, _ section: Int, _ date: String, _ abstract: String
  ) -> [String] {
    [".Dd " + date, ".Dt \(name.uppercased()) \(section)", ".Os"]
      + self.section("NAME", [".Nm " + name, ".Nd " + Mdoc.words(Mdoc.phrase(abstract))])
  }

  /// Returns the groups that are not also commands.
  private static func groups(of tool: ToolDescription) -> [String] {
    tool.paths.filter { tool.command($0) == nil }
  }

  private static func list(of commands: [CommandDescription]) -> [String] {
    Mdoc.list(commands.map { ("Cm " + Mdoc.words($0.name), $0.abstract.english) })
  }

  /// Returns the tool's page, those of commands and groups with the same first word, and those of topics.
  private static func related(
    to path: String, of tool: ToolDescription, _ topics: [Topic]
  ) -> [(name: String, section: Int)] {
    let word = path.prefix { $0 != " " }
    let paths = (tool.commands.map(\.name) + groups(of: tool)).filter { other in
      other != path && other.prefix { $0 != " " } == word
    }
    let topics = topics.filter { $0.commands.contains(String(word)) }
    return [(tool.name, 1)] + paths.map { (name(tool, $0), 1) }
      + topics.map { (name(tool, $0.name), $0.section) }
  }

  /// Lists the commands below a path, in the sections of the help.
  private static func commands(below path: String, of tool: ToolDescription) -> [String] {
    let beginning = path.isEmpty ? "" : path + " "
    func list(below words: [String]) -> [String] {
      Self.list(
        of: tool.commands.filter { command in
          words.contains { (command.name + " ").hasPrefix(beginning + $0 + " ") }
        })
    }
    let (sections, others) = tool.sections(of: path)
    return list(below: others.map(\.word))
      + sections.flatMap { section in
        [".Ss " + Mdoc.words(section.title.english)] + list(below: section.entries.flatMap(\.words))
      }
  }

  /// Refers to the page that describes the options of a command with another name.
  private static func reference(
    to original: CommandDescription, without: [String], _ tool: ToolDescription
  ) -> [String] {
    let options = without.joined(separator: ", ", last: " and ")
    return ["The options are those of"]
      + (without.isEmpty
        ? [".Xr \(name(tool, original.name)) 1 ."]
        : [".Xr \(name(tool, original.name)) 1 ,"] + Mdoc.lines("except \(options)."))
  }

  /// Lists the options without a heading, and then those with one.
  private static func options(of command: CommandDescription, _ tool: ToolDescription) -> [String] {
    let (plain, grouped) = (
      command.optionGroups.filter { $0.heading == nil }, command.optionGroups.filter { $0.heading != nil }
    )
    let list = list(of: command.operands + plain.flatMap(\.options))
    return list + (list.isEmpty ? [] : [".Pp"])
      + ["The options of every command are described in", ".Xr \(tool.name) 1 ."]
      + grouped.flatMap { [".Ss " + Mdoc.words($0.heading?.english ?? "")] + Self.list(of: $0.options) }
  }

  private static func list(of arguments: [ArgumentDescription]) -> [String] {
    Mdoc.list(arguments.map { (Mdoc.item($0), $0.fullHelp.english) })
  }

  /// Lists the fields of the result. The topic `json`, if there is one, describes the fields of every result.
  private static func result(
    of command: CommandDescription, _ tool: ToolDescription, _ topics: [Topic]
  ) -> [String] {
    guard !command.resultFields.isEmpty else { return [] }
    let common = topics.first { $0.name == "json" }.map {
      ["The fields of every result are described in", ".Xr \(name(tool, $0.name)) \($0.section) ."]
    }
    return Mdoc.lines("With --json, the result has these fields, besides those of every result.")
      + (common ?? [])
      + Mdoc.list(command.resultMembers.map { ("Li " + Mdoc.words($0.name), $0.below) })
  }

  /// Lists the pages by section and then by name.
  private static func seeAlso(_ pages: [(name: String, section: Int)]) -> [String] {
    let references = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
      .map { ".Xr \($0.name) \($0.section)" }
    return section("SEE ALSO", references.dropLast().map { $0 + " ," } + references.suffix(1))
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".Sh " + title] + lines
  }
}

extension CommandDescription {
  fileprivate var firstWord: String { String(name.prefix { $0 != " " }) }
}
