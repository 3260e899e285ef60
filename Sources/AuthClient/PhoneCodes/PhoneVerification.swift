package import Essentials

/// A code that was sent by SMS. It is saved until the code is confirmed.
package struct PhoneVerification: Codable, Equatable, Sendable {
  /// The number in E.164 format, or the masked number of a hint.
  package var phoneNumber: String
  /// The service's name for it is session info.
  package var verificationID: String
  package var sentAt: Date
  /// The earliest time to send another code.
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

  /// Whether the code is so recent that no other one is sent.
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
