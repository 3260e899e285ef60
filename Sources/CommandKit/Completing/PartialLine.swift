/// What the words before the one that is being typed say.
package struct PartialLine<Globals> {
  /// The command or group that they name; empty if none.
  package let path: String

  /// The command's arguments without a name, as far as they were given.
  package let operands: [String]

  /// The global options, as far as they can be understood.
  package var globals: Globals
}
