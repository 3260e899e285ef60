package import Essentials

/// All commands of the tool. The parser, the help, the manual and the completions read this value.
package struct CommandTable<Context, Globals: ArgumentSet>: Sendable {
  /// The tool's name, as users type it.
  package let name: String
  package let abstract: Text
  package let discussion: Text
  package let groups: [CommandGroup]
  package let sections: [CommandSection]

  /// The commands, in the order of the help.
  package let commands: [any Command<Context>.Type]

  /// Other names of groups, with the names that they stand for.
  package let aliases: [String: String]

  /// Words of other tools, with the command that they mean here. The tool suggests them and never runs them.
  package let synonyms: [String: String]

  /// The options that no command has on purpose.
  package let refused: [RefusedOption]

  package init(
    name: String, abstract: Text, discussion: Text = "", globals: Globals.Type = Globals.self,
    groups: [CommandGroup] = [], sections: [CommandSection] = [],
    commands: [any Command<Context>.Type], aliases: [String: String] = [:],
    synonyms: [String: String] = [:], refused: [RefusedOption] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.groups = groups
    self.sections = sections
    self.commands = commands
    self.aliases = aliases
    self.synonyms = synonyms
    self.refused = refused
  }

  /// Finds the root, group or command at `path`; nil if there is none.
  package func topic(_ path: String) -> Topic? {
    if path.isEmpty { return .root }
    if command(path) != nil { return .command(path) }
    let beginning = (path + " ").utf8
    return commandNames.contains { $0.utf8.starts(with: beginning) } ? .group(path) : nil
  }

  var commandNames: [String] { commands.map { $0.name } }

  package func command(_ name: String) -> (any Command<Context>.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }
}

/// A subject of the help.
package enum Topic: Hashable, Sendable {
  case root
  case group(String)
  case command(String)

  /// The path of the subject; empty for the root.
  package var path: String {
    switch self {
    case .root: ""
    case .group(let name), .command(let name): name
    }
  }
}

/// Commands and groups under one title, in the help of the tool or of a group.
package struct CommandSection: Equatable, Sendable {
  package let title: Text
  package let entries: [Entry]

  /// One line with commands and groups.
  package struct Entry: Equatable, Sendable {
    /// The words that lead to them, the first ones or those after the group's.
    package let words: [String]
    /// A short description, or nil to show the abstract.
    package let summary: Text?

    package init(_ words: String..., summary: Text? = nil) {
      self.words = words
      self.summary = summary
    }
  }

  package init(_ title: Text, _ entries: Entry...) {
    self.title = title
    self.entries = entries
  }
}
