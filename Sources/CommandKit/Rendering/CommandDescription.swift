package import Essentials

/// The description of a command, for the help, the manual and the completions.
package struct CommandDescription: Equatable, Sendable {
  package let name: String
  package let abstract: Text
  package var discussion = ""
  package var manual = ""
  package var sameAs: String?
  package var arguments: [ArgumentDescription] = []
  package var examples: [Example] = []
  package var resultFields: [String] = []
}

extension CommandDescription {
  /// Creates the description of `command`.
  /// - Parameter withFields: Whether to include the fields of the result, which take by far the most time.
  package init<C: Command>(_ command: C.Type, withFields: Bool) {
    self.init(
      name: C.name, abstract: C.abstract, discussion: C.discussion, manual: C.manual, sameAs: C.sameAs,
      arguments: C.arguments.map(\.description), examples: C.examples,
      resultFields: withFields ? C.resultFields : [])
  }

  /// The arguments without a name. `-- COMMAND...` is the last one.
  package var operands: [ArgumentDescription] {
    arguments.filter { $0.kind == .positional } + arguments.filter { $0.kind == .rest }
  }

  /// The command's own options, and then those under each heading.
  package var options: [ArgumentDescription] { optionGroups.flatMap(\.options) }

  /// The options under each heading. Those without a heading come first.
  package var optionGroups: [(heading: Text?, options: [ArgumentDescription])] {
    let options = arguments.filter(\.isOption)
    var headings: [Text?] = [nil]
    for option in options where !headings.contains(option.heading) { headings.append(option.heading) }
    return headings.map { heading in (heading, options.filter { $0.heading == heading }) }
      .filter { !$0.options.isEmpty }
  }

  /// The members of the result, each with the paths below it.
  package var resultMembers: [(name: String, below: String)] {
    var members: [(name: String, below: String)] = []
    for field in resultFields {
      let name = String(field.prefix { $0 != "." })
      let below = String(field.dropFirst(name.count + 1))
      if below.isEmpty || below == "*" {
        members.append((field, ""))
      } else if let last = members.last, last.name == name {
        members[members.count - 1].below += ", " + below
      } else {
        members.append((name, below))
      }
    }
    return members
  }
}
