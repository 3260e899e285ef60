package import IdentityToolkit

/// A change of one's own profile; what is nil stays.
package struct AccountChange: Sendable, Equatable {
  package var displayName: String?
  package var photoURL: String?
  package var email: String?
  package var password: String?
  package var deleteAttributes: [AccountAttribute] = []

  package init() {}
}
