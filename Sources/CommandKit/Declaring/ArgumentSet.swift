package import Essentials

/// Arguments that belong together: those of one command, the global ones, or those that several commands share.
package protocol ArgumentSet: Sendable {
  /// The arguments, in the order of the help.
  static var arguments: [Argument<Self>] { get }

  /// The heading above the options of the set; nil if they are among the command's other options.
  static var heading: Text? { get }

  /// Creates a set before any argument is read.
  init()
}

extension ArgumentSet {
  package static var heading: Text? { nil }
}
