package import Essentials

/// The whole table, for the help, the manual and the completions.
package struct ToolDescription: Equatable, Sendable {
  package let name: String
  package let abstract: Text
  package let discussion: Text
  package let globals: [ArgumentDescription]
  package let groups: [CommandGroup]
  package var sections: [CommandSection] = []
  package let commands: [CommandDescription]

  /// A word that can follow a path, with the longer path and its description.
  package struct Branch: Equatable {
    package let word: String
    package let path: String
    package let abstract: Text
  }

  /// Returns the words that can follow `path`, in the order of the table.
  package func branches(of path: String) -> [Branch] {
    let beginning = path.isEmpty ? "" : path + " "
    var branches: [Branch] = []
    for command in commands where command.name.hasPrefix(beginning) {
      let word = String(command.name.dropFirst(beginning.count).prefix { $0 != " " })
      let path = beginning + word
      guard !branches.contains(where: { $0.path == path }) else { continue }
      branches.append(Branch(word: word, path: path, abstract: abstract(of: path)))
    }
    return branches
  }

  /// All paths of groups and commands. A path comes after the paths that it begins with.
  package var paths: [String] {
    func below(_ path: String) -> [String] {
      branches(of: path).flatMap { [$0.path] + below($0.path) }
    }
    return below("")
  }

  /// The options under each heading. Each heading comes once, with the options of all commands.
  package var sharedOptions: [(heading: Text, options: [ArgumentDescription])] {
    var shared: [(heading: Text, options: [ArgumentDescription])] = []
    for (heading, options) in commands.flatMap(\.optionGroups) {
      guard let heading else { continue }
      guard let place = shared.firstIndex(where: { $0.heading == heading }) else {
        shared.append((heading, options))
        continue
      }
      shared[place].options += options.filter { option in
        !shared[place].options.contains { $0.name == option.name }
      }
    }
    return shared
  }

  package func command(_ path: String) -> CommandDescription? {
    commands.first { $0.name == path }
  }

  /// The command that `command` is another name of, and the options of that which it does not take.
  package func original(of command: CommandDescription) -> (command: CommandDescription, without: [String])? {
    let words = command.sameAs?.split(separator: " ").prefix { !$0.hasPrefix("-") }
    guard let original = words.flatMap({ self.command($0.joined(separator: " ")) }) else { return nil }
    let taken = command.options.map(\.spelling)
    return (original, original.options.map(\.spelling).filter { !taken.contains($0) })
  }

  /// The sections of the tool or of a group, and the branches that stand in none.
  package func sections(of path: String) -> (sections: [CommandSection], others: [Branch]) {
    let sections = path.isEmpty ? sections : groups.first { $0.name == path }?.sections ?? []
    let shown = sections.flatMap(\.entries).flatMap(\.words)
    return (sections, branches(of: path).filter { !shown.contains($0.word) })
  }

  package func abstract(of path: String) -> Text {
    command(path)?.abstract ?? groups.first { $0.name == path }?.abstract ?? ""
  }

  /// Returns the usage line, for example `usher confirm-code [options] [CODE]`.
  package func usage(of path: String) -> String {
    var words = [name] + (path.isEmpty ? [] : [path])
    let command = command(path)
    if command == nil { words.append("COMMAND") }
    words.append("[options]")
    words += command?.operands.map(\.usage) ?? []
    return words.joined(separator: " ")
  }
}

extension CommandTable {
  package var description: ToolDescription { description(withFieldsOf: { _ in true }) }

  /// Returns the words that can follow `path`, in the order of the table.
  package func branches(of path: String) -> [ToolDescription.Branch] {
    description(withFieldsOf: { _ in false }).branches(of: path)
  }

  /// Returns the description of the whole table.
  /// - Parameter hasFields: Returns whether to include the fields of this command's result.
  func description(withFieldsOf hasFields: (_ name: String) -> Bool) -> ToolDescription {
    ToolDescription(
      name: name, abstract: abstract, discussion: discussion,
      globals: globalOptions, groups: groups, sections: sections,
      commands: commands.map { CommandDescription($0, withFields: hasFields($0.name)) })
  }
}
