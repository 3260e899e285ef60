package import AuthClient
package import Essentials

/// An e-mail with a link that was sent.
package struct SentLink: Equatable, Sendable {
  package var email: String
  /// The new address, if the link changes the address.
  package var newEmail: String?
  package var sentAt: Date
  package var resendAfter: Date?
  /// The URL that the link leads to. It shows whether a second request is for the same link.
  package var settings: ActionCodeSettings?

  package init(
    email: String, newEmail: String? = nil, sentAt: Date, resendAfter: Date? = nil,
    settings: ActionCodeSettings? = nil
  ) {
    self.email = email
    self.newEmail = newEmail
    self.sentAt = sentAt
    self.resendAfter = resendAfter
    self.settings = settings
  }

  /// The address that the e-mail was sent to.
  package var recipient: String { newEmail ?? email }

  /// Whether the e-mail is so recent that no other one is sent.
  package func stands(at now: Date) -> Bool {
    ResendWindow(from: sentAt, until: resendAfter ?? sentAt).contains(now)
  }
}

extension SentLink: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    email = try members.decode(String.self, forKey: "email")
    newEmail = try members.decodeIfPresent(String.self, forKey: "new_email")
    sentAt = try members.decode(Date.self, forKey: "sent_at")
    resendAfter = try members.decodeIfPresent(Date.self, forKey: "resend_after")
    settings = try members.decodeIfPresent(ActionCodeSettings.self, forKey: "settings")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(email, forKey: "email")
    try members.encodeIfPresent(newEmail, forKey: "new_email")
    try members.encode(sentAt, forKey: "sent_at")
    try members.encodeIfPresent(resendAfter, forKey: "resend_after")
    try members.encodeIfPresent(settings, forKey: "settings")
  }
}
