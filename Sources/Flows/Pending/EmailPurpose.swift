package import AuthClient

/// What a mailed link is for.
package enum EmailPurpose: Hashable, Sendable {
  /// It is a credential: it signs in, links or re-authenticates.
  case credential(CredentialPurpose)
  case verifyEmail
  case changeEmail
  case resetPassword
}

/// The names of the steps in the state file and the tool's JSON.
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
  /// Whether it is about the account that is signed in.
  package var needsSession: Bool {
    switch self {
    case .credential(let purpose): purpose.needsCurrentUser
    case .verifyEmail, .changeEmail: true
    case .resetPassword: false
    }
  }

  /// Whether the mail is asked for with the account's own token, and the account needs an address.
  package var needsToken: Bool { self == .verifyEmail || self == .changeEmail }

  /// Whether its link is a credential, which leads to a page of the app's own.
  package var isCredential: Bool {
    if case .credential = self { true } else { false }
  }
}
