/// A command of the tool: what was typed, how it is declared, what it does.
package protocol Command<Context>: ArgumentSet {
  associatedtype Context

  /// The words that call it, "verify-phone" or "mfa enroll".
  static var name: String { get }

  /// What it does, in one sentence.
  static var abstract: String { get }

  /// More, in paragraphs with an empty line between them; a line that begins with a space stays as it is.
  static var discussion: String { get }

  static var examples: [Example] { get }

  /// The paths that its result as JSON can have, like "account.uid"; none for a command without such a result.
  static var resultFields: [String] { get }

  /// Options that this command lacks on purpose, besides the table's.
  static var refused: [RefusedOption] { get }

  func run(in context: Context) throws
}

extension Command {
  package static var discussion: String { "" }
  package static var arguments: [Argument<Self>] { [] }
  package static var examples: [Example] { [] }
  package static var resultFields: [String] { [] }
  package static var refused: [RefusedOption] { [] }
}

/// Commands with a first word in common.
package struct CommandGroup: Equatable, Sendable {
  package let name: String
  package let abstract: String

  package init(_ name: String, abstract: String) {
    self.name = name
    self.abstract = abstract
  }
}

/// An option that does not exist on purpose, and what to use instead.
package struct RefusedOption: Equatable, Sendable {
  /// Without its dashes; a letter for a short one.
  package let name: String

  /// What to do instead, "use --password-file F or --password-stdin".
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
