/// Proof of an address: its account's password, or a link that was mailed to it.
public struct EmailAuthCredential: AuthCredential, Equatable {
  enum Proof: Equatable, Sendable {
    case password(String)
    case link(ActionCodeURL)
    /// What no sign-in link could be found in.
    case noLink
  }

  let email: String
  let proof: Proof

  public var provider: String { AuthProviderID.email.rawValue }
}

/// Without what is secret in it, also where it is dumped.
extension EmailAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "an e-mail credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Addresses, with passwords or with mailed links.
public enum EmailAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.email.rawValue

  /// The credential of an address and its account's password.
  public static func credential(withEmail email: String, password: String) -> EmailAuthCredential {
    EmailAuthCredential(email: email, proof: .password(password))
  }

  /// The credential of an address and a link that was mailed to it. A text without a sign-in link fails when the credential
  /// is used: ``AuthErrorCode/invalidActionCode``.
  /// - Parameters:
  ///   - email: The address that the link was sent to.
  ///   - link: The link as it arrived, whatever wrapped it on its way.
  public static func credential(withEmail email: String, link: String) -> EmailAuthCredential {
    let url = try? ActionCodeURL(link)
    let isSignIn = url?.operation == .emailLink
    return EmailAuthCredential(email: email, proof: isSignIn ? url.map { .link($0) } ?? .noLink : .noLink)
  }
}
