/// The words before the one that the user is typing.
package struct PartialLine<Globals> {
  /// The command or group that they name; empty if there is none.
  package let path: String

  /// The command's positional arguments so far.
  package let operands: [String]

  /// The global options so far.
  package var globals: Globals
}
