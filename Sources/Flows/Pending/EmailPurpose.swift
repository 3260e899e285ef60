package import AuthClient

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
