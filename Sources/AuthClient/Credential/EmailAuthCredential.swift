/// An e-mail address with its account's password, or with an e-mail link.
public struct EmailAuthCredential: AuthCredential, Equatable {
  enum Proof: Equatable, Sendable {
    case password(String)
    case link(ActionCodeURL)
    /// A text that contains no sign-in link.
    case noLink
  }

  let email: String
  let proof: Proof

  public var provider: String { AuthProviderID.email.rawValue }
}

/// Keeps secrets out of `print` and `dump`.
extension EmailAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "an e-mail credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// E-mail addresses, with passwords or e-mail links.
public enum EmailAuthProvider {
  /// The provider's ID.
  public static let id = AuthProviderID.email.rawValue

  /// Creates the credential of an address and its account's password.
  public static func credential(withEmail email: String, password: String) -> EmailAuthCredential {
    EmailAuthCredential(email: email, proof: .password(password))
  }

  /// Creates the credential of an address and an e-mail link.
  ///
  /// If the text contains no sign-in link, the call that uses the credential throws
  /// ``AuthErrorCode/invalidActionCode``.
  /// - Parameters:
  ///   - email: The address that the link was sent to.
  ///   - link: The link as it arrived. It may be wrapped, or have text around it.
  public static func credential(withEmail email: String, link: String) -> EmailAuthCredential {
    let url = try? ActionCodeURL(link)
    let isSignIn = url?.operation == .emailLink
    return EmailAuthCredential(email: email, proof: isSignIn ? url.map { .link($0) } ?? .noLink : .noLink)
  }
}
