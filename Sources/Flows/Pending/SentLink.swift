package import AuthClient
package import Essentials

/// A mail with a link that was sent.
package struct SentLink: Codable, Equatable, Sendable {
  package var email: String
  /// The address that a change of address leads to.
  package var newEmail: String?
  package var sentAt: Date
  package var resendAfter: Date?
  /// Where the link leads, to tell whether asking again asks for the same.
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

  /// The address that was written to.
  package var recipient: String { newEmail ?? email }

  /// Whether asking again now sends nothing.
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
