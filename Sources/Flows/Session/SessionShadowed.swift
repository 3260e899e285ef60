/// An environment variable contains the session, so a change of the saved session has no effect.
package struct SessionShadowed: Error, Equatable {
  /// The variable's name.
  package let variable: String

  package init(by variable: String) {
    self.variable = variable
  }
}
