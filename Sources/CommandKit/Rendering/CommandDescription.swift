/// A command as help, manual and completions see it.
package struct CommandDescription: Equatable, Sendable {
  package let name: String
  package let abstract: String
  package let discussion: String
  package let arguments: [ArgumentDescription]
  package let examples: [Example]

  package init(
    name: String, abstract: String, discussion: String = "", arguments: [ArgumentDescription] = [],
    examples: [Example] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.examples = examples
  }

  package init<C: Command>(_ command: C.Type) {
    self.init(
      name: C.name, abstract: C.abstract, discussion: C.discussion,
      arguments: C.arguments.map(\.description), examples: C.examples)
  }

  /// The arguments without a name, `-- COMMAND...` last.
  package var operands: [ArgumentDescription] {
    arguments.filter { $0.kind == .positional } + arguments.filter { $0.kind == .rest }
  }

  package var options: [ArgumentDescription] { arguments.filter(\.isOption) }
}
