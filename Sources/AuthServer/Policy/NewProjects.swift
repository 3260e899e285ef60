/// What a project can do before anybody initialized it.
package enum NewProjects: String, CaseIterable, Sendable {
  /// Everything: it is initialized by its first mention.
  case ready
  /// Nothing, until `initializeAuth` makes it an Identity Platform project.
  case uninitialized
  /// Nothing, and `initializeAuth` is refused, because the project has no billing account.
  case unbilled
}
