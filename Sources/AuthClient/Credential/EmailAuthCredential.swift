/// Proof of an address: its account's password, or a link that was mailed to it.
public struct EmailAuthCredential: SignInCredential, Equatable {
  enum Proof: Equatable, Sendable {
    case password(String)
    case link(ActionCodeURL)
    /// What no sign-in link could be found in.
    case noLink
  }

  let email: String
  let proof: Proof

  public var provider: String { AuthProviderID.email.rawValue }

  var kind: ProviderCredential {
    get throws(AuthFailure) {
      if email.isEmpty { throw .missingEmail }
      switch proof {
      case .password(""): throw .caller(CallerFailure(AuthError(.wrongPassword)))
      case .password(let password): return .password(email: email, password: password)
      case .link(let link): return .emailLink(email: email, link: link)
      case .noLink: throw .caller(CallerFailure(AuthError(.invalidActionCode)))
      }
    }
  }
}

/// Without what is secret in it, also where it is dumped.
extension EmailAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "an e-mail credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
