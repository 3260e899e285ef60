/// A variable says who is signed in: a change of the saved session would not show.
package struct SessionShadowed: Error, Equatable {
  /// Its name.
  package let variable: String

  package init(by variable: String) {
    self.variable = variable
  }
}
