/// Arguments that belong together: a command's own, the global ones, those that several commands share.
package protocol ArgumentSet: Sendable {
  /// In the order of the help.
  static var arguments: [Argument<Self>] { get }

  /// The set with nothing given yet.
  init()
}
