/// Arguments that belong together: a command's own, the global ones, those that several commands share.
package protocol ArgumentSet: Sendable {
  /// In the order of the help.
  static var arguments: [Argument<Self>] { get }

  /// What the options of the set are called together where they stand apart from a command's others; nil where
  /// they do not.
  static var heading: String? { get }

  /// The set with nothing given yet.
  init()
}

extension ArgumentSet {
  package static var heading: String? { nil }
}
