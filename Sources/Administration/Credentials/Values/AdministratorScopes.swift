/// The OAuth scopes of an access token for administrators of a project.
package enum AdministratorScopes {
  package static let list = [
    "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase",
  ]

  /// The scopes as the value of the parameter `scope`.
  package static let text = list.joined(separator: " ")
}
