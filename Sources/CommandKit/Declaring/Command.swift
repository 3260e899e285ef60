package import Essentials

/// A command of the tool: its arguments, its declaration and its action.
package protocol Command<Context>: ArgumentSet {
  associatedtype Context

  /// The words that call the command, for example "verify-phone" or "mfa enroll".
  static var name: String { get }

  /// What the command does, in one sentence.
  static var abstract: Text { get }

  /// More text, in paragraphs with an empty line between them. A line that begins with a space stays unchanged.
  static var discussion: String { get }

  /// What the manual adds to the discussion, in the same form: what only some readers look for.
  static var manual: String { get }

  /// The line that does the same, "verify-phone --link", for a command that is another name of it.
  static var sameAs: String? { get }

  static var examples: [Example] { get }

  /// The paths in its JSON result, for example "account.uid"; empty for a command without a JSON result.
  static var resultFields: [String] { get }

  /// The options that this command does not have on purpose, in addition to the table's.
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

/// Commands that begin with the same word.
package struct CommandGroup: Equatable, Sendable {
  package let name: String
  package let abstract: Text

  /// Its commands by what they are for; none where one list will do.
  package let sections: [CommandSection]

  /// The word of the command that a person means who types the group alone; nil if there is none.
  package let alone: String?

  package init(_ name: String, abstract: Text, alone: String? = nil, sections: CommandSection...) {
    self.name = name
    self.abstract = abstract
    self.alone = alone
    self.sections = sections
  }
}

/// An option that does not exist on purpose, and the advice to use another one.
package struct RefusedOption: Equatable, Sendable {
  /// The name without dashes; one letter for a short option.
  package let name: String

  /// The advice below the error, for example "use --password-file F or --password-stdin".
  package let advice: Text

  /// The argument in the advice, `--password-file` or `EMAIL`. Only commands with this argument give the advice. With
  /// nil, all commands give it.
  package let argument: String?

  package init(_ name: String, instead argument: String? = nil, advice: Text) {
    self.name = name
    self.argument = argument
    self.advice = advice
  }
}
