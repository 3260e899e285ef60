package import Essentials

/// A code that was sent by SMS. It is saved until the code is confirmed.
package struct PhoneVerification: Equatable, Sendable {
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
}

extension PhoneVerification: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    phoneNumber = try members.decode(String.self, forKey: "phone")
    verificationID = try members.decode(String.self, forKey: "verification_id")
    sentAt = try members.decode(Date.self, forKey: "sent_at")
    resendAfter = try members.decode(Date.self, forKey: "resend_after")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(phoneNumber, forKey: "phone")
    try members.encode(verificationID, forKey: "verification_id")
    try members.encode(sentAt, forKey: "sent_at")
    try members.encode(resendAfter, forKey: "resend_after")
  }
}
