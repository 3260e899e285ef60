package import AuthClient
package import Essentials

/// An e-mail with a link that was sent.
package struct SentLink: Codable, Equatable, Sendable {
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

  private enum CodingKeys: String, CodingKey {
    case email, settings
    case newEmail = "new_email"
    case sentAt = "sent_at"
    case resendAfter = "resend_after"
  }
}
