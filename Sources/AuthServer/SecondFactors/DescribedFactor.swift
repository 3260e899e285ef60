import Crypto
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
  /// What an app computes codes with, where that is said.
  var totp: TOTP?
  /// Now, unless it is said.
  var enrolledAt: Date?
}
