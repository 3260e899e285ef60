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
    case email
    case newEmail = "new_email"
    case sentAt = "sent_at"
    case resendAfter = "resend_after"
    case settings
  }
}

/// The purpose of an e-mail link.
package enum EmailPurpose: Hashable, Sendable {
  /// The link is a credential, which signs in, links or re-authenticates.
  case credential(CredentialPurpose)
  case verifyEmail
  case changeEmail
  case resetPassword
}

/// The names of the purposes in the state file and in the tool's JSON.
extension EmailPurpose: RawRepresentable, CaseIterable {
  private static let prefix = "email-link-"

  package static var allCases: [EmailPurpose] {
    [CredentialPurpose.signIn, .link, .reauthenticate].map { .credential($0) }
      + [.verifyEmail, .changeEmail, .resetPassword]
  }

  package init?(rawValue: String) {
    guard let purpose = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = purpose
  }

  package var rawValue: String {
    switch self {
    case .credential(let purpose): Self.prefix + purpose.rawValue
    case .verifyEmail: "verify-email"
    case .changeEmail: "change-email"
    case .resetPassword: "reset-password"
    }
  }
}

extension EmailPurpose {
  /// Whether the link is for the signed-in account.
  package var needsSession: Bool {
    switch self {
    case .credential(let purpose): purpose.needsCurrentUser
    case .verifyEmail, .changeEmail: true
    case .resetPassword: false
    }
  }

  /// Whether the request for the e-mail needs the account's token, and the account needs an address.
  package var needsToken: Bool { self == .verifyEmail || self == .changeEmail }

  /// Whether the link is a credential. Such a link leads to a page of the app.
  package var isCredential: Bool {
    if case .credential = self { true } else { false }
  }
}
