/// A command of the tool: what was typed, how it is declared, what it does.
package protocol Command<Context>: ArgumentSet {
  associatedtype Context

  /// The words that call it, "verify-phone" or "mfa enroll".
  static var name: String { get }

  /// What it does, in one sentence.
  static var abstract: String { get }

  /// More, in paragraphs with an empty line between them; a line that begins with a space stays as it is.
  static var discussion: String { get }

  /// What the manual adds to the discussion, in the same form: what only some readers look for.
  static var manual: String { get }

  /// The line that does the same, "verify-phone --link", for a command that is another name of it.
  static var sameAs: String? { get }

  static var examples: [Example] { get }

  /// The paths that its result as JSON can have, like "account.uid"; none for a command without such a result.
  static var resultFields: [String] { get }

  /// Options that this command lacks on purpose, besides the table's.
  static var refused: [RefusedOption] { get }

  func run(in context: Context) throws
}

extension Command {
  package static var discussion: String { "" }
  package static var manual: String { "" }
  package static var sameAs: String? { nil }
  package static var arguments: [Argument<Self>] { [] }
  package static var examples: [Example] { [] }
  package static var resultFields: [String] { [] }
  package static var refused: [RefusedOption] { [] }
}

/// Commands with a first word in common.
package struct CommandGroup: Equatable, Sendable {
  package let name: String
  package let abstract: String

  /// Its commands by what they are for; none where one list will do.
  package let sections: [CommandSection]

  package init(_ name: String, abstract: String, sections: CommandSection...) {
    self.name = name
    self.abstract = abstract
    self.sections = sections
  }
}

/// An option that does not exist on purpose, and what to use instead.
package struct RefusedOption: Equatable, Sendable {
  /// Without its dashes; a letter for a short one.
  package let name: String

  /// The advice that follows "hint:", "use --password-file F or --password-stdin".
  package let advice: String

  /// The argument that the advice is about, `--password-file` or `EMAIL`: the advice is for commands that have it. It is for
  /// all where this is nil.
  package let argument: String?

  package init(_ name: String, instead argument: String? = nil, advice: String) {
    self.name = name
    self.argument = argument
    self.advice = advice
  }
}
