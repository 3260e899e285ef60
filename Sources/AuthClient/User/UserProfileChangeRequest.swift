public import Essentials
import IdentityToolkit

/// A change of the user's profile.
///
/// Properties that you do not set keep their values.
public struct UserProfileChangeRequest: Sendable {
  let user: User
  private var change = AccountChange()

  init(user: User) {
    self.user = user
  }

  /// The new display name; nil removes it.
  public var displayName: String? {
    get { change.displayName ?? (change.deleteAttributes.contains(.displayName) ? nil : user.displayName) }
    set {
      change.displayName = newValue
      setRemoval(.displayName, newValue == nil)
    }
  }

  /// The new photo's URL; nil removes it.
  public var photoURL: URL? {
    get {
      change.deleteAttributes.contains(.photoURL)
        ? nil : change.photoURL.flatMap { URL(string: $0) } ?? user.photoURL
    }
    set {
      change.photoURL = newValue?.absoluteString
      setRemoval(.photoURL, newValue == nil)
    }
  }

  private mutating func setRemoval(_ attribute: AccountAttribute, _ isRemoved: Bool) {
    change.deleteAttributes.removeAll { $0 == attribute }
    if isRemoved { change.deleteAttributes.append(attribute) }
  }

  /// Sends the change to the service.
  public func commitChanges() async throws(AuthError) {
    try await user.update(change)
  }
}
