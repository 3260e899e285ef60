/// What a user signs in with, at one provider. The providers of this library make them; calls refuse
/// any other type with ``AuthErrorCode/invalidCredential``.
public protocol AuthCredential: Sendable {
  /// The id of the provider, `phone`, `password` or `google.com`.
  var provider: String { get }
}

/// A credential, by the kind of provider that made it.
package enum ProviderCredential: Sendable, Equatable {
  case phone(PhoneAuthCredential)
  case password(email: String, password: String)
  /// A sign-in link, and the address it was sent to: never one that the link names.
  case emailLink(email: String, link: ActionCodeURL)
  case oauth(OAuthCredential)

  /// The provider: `phone`, `password` (links too), `google.com`…
  package var providerID: String { credential.provider }

  /// Of the code that was sent by SMS, where it is one.
  var verificationID: String? {
    if case .phone(let credential) = self { credential.verificationID } else { nil }
  }

  /// What a sentence calls it.
  var spokenName: String {
    switch self {
    case .phone: "that number"
    case .password, .emailLink: "that address"
    case .oauth: "that identity"
    }
  }

  /// The same as users of the library know it.
  var credential: any AuthCredential {
    switch self {
    case .phone(let credential): credential
    case .password(let email, let password): EmailAuthCredential(email: email, proof: .password(password))
    case .emailLink(let email, let link): EmailAuthCredential(email: email, proof: .link(link))
    case .oauth(let credential): credential
    }
  }
}
