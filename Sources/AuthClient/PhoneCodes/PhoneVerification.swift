package import Essentials

/// A code that was sent by SMS; saved until it is confirmed.
package struct PhoneVerification: Codable, Equatable, Sendable {
  /// In E.164, or a hint's masked number.
  package var phoneNumber: String
  /// What the wire calls session info.
  package var verificationID: String
  package var sentAt: Date
  /// When another code may be asked for.
  package var resendAfter: Date

  package init(phoneNumber: String, verificationID: String, sentAt: Date) {
    self.init(
      phoneNumber: phoneNumber, verificationID: verificationID, sentAt: sentAt,
      resendAfter: sentAt + ResendWindow.length)
  }

  package init(phoneNumber: String, verificationID: String, sentAt: Date, resendAfter: Date) {
    self.phoneNumber = phoneNumber
    self.verificationID = verificationID
    self.sentAt = sentAt
    self.resendAfter = resendAfter
  }

  /// Whether asking again now sends nothing.
  package func stands(at now: Date) -> Bool {
    ResendWindow(from: sentAt, until: resendAfter).contains(now)
  }

  private enum CodingKeys: String, CodingKey {
    case phoneNumber = "phone"
    case verificationID = "verification_id"
    case sentAt = "sent_at"
    case resendAfter = "resend_after"
  }
}
