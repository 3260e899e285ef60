package import IdentityToolkit

/// A change of the user's own account. Members that are nil do not change.
package struct AccountChange: Sendable, Equatable {
  package var displayName: String?
  package var photoURL: String?
  package var email: String?
  package var password: String?
  package var deleteAttributes: [AccountAttribute] = []

  package init() {}
}
