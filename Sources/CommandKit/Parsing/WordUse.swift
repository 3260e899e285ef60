/// What a word of a command line was taken for.
package enum WordUse: Equatable, Sendable {
  /// A value, valid or not, or a word after `--`.
  case value(String, of: ArgumentDescription)

  /// An option that does not exist, the options that may have been meant, and what was attached to it.
  case unknownOption(nearest: [ArgumentDescription], value: String?)

  /// A word that nothing takes: also one that should have been a command.
  case surplus(String)
}
