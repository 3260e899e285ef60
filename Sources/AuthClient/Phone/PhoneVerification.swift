package import Essentials
package import IdentityToolkit

/// A code that is on its way.
package struct PhoneVerification: Sendable, Equatable {
  package var phoneNumber: PhoneNumber
  /// What the wire calls session info.
  package var verificationID: String
  package var sentAt: Date

  package init(phoneNumber: PhoneNumber, verificationID: String, sentAt: Date) {
    self.phoneNumber = phoneNumber
    self.verificationID = verificationID
    self.sentAt = sentAt
  }

  /// Seconds in which asking again for the same number sends nothing.
  package static let window: Double = 60

  /// When another code may be asked for.
  package var resendAfter: Date { sentAt + Self.window }

  /// Whether asking again now sends nothing. A clock that was set back does not lengthen the window.
  package func stands(at now: Date) -> Bool {
    sentAt <= now && now < resendAfter
  }
}
