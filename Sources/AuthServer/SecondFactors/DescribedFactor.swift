import Essentials
import IdentityToolkit

/// A second factor as an administrator describes it, checked as far as that needs no account.
struct DescribedFactor: Sendable {
  /// The name of one that the account has.
  var enrollmentID: String?
  /// The name that a new one gets.
  var newID: String
  var displayName: String?
  /// Nil for an authenticator app.
  var phone: PhoneNumber?
}
