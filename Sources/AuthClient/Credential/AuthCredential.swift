import Essentials

/// A credential that a user signs in with, from one provider.
///
/// The provider types of this library create credentials. Calls refuse any other type with
/// ``AuthErrorCode/invalidCredential``.
public protocol AuthCredential: Sendable {
  /// The provider's ID, for example `phone`, `password` or `google.com`.
  var provider: String { get }
}

/// A credential, with one case for each kind of provider.
package enum ProviderCredential: Sendable, Equatable {
  case phone(PhoneAuthCredential)
  case password(email: String, password: String)
  /// A sign-in link, and the address that it was sent to. The address never comes from the link.
  case emailLink(email: String, link: ActionCodeURL)
  case oauth(OAuthCredential)
  case passkey(PasskeyAssertion)

  /// The provider's ID: `phone`, `password` (also for links), `google.com`…
  package var providerID: String { credential.provider }

  /// The verification ID of an SMS code; nil for other credentials.
  var verificationID: String? {
    if case .phone(let credential) = self { credential.verificationID } else { nil }
  }

  /// The name for this credential in a message.
  var spokenName: Text {
    switch self {
    case .phone: "that number"
    case .password, .emailLink: "that address"
    case .oauth: "that identity"
    case .passkey: "that passkey"
    }
  }

  /// The public form of this credential.
  var credential: any AuthCredential {
    switch self {
    case .phone(let credential): credential
    case .password(let email, let password): EmailAuthCredential(email: email, proof: .password(password))
    case .emailLink(let email, let link): EmailAuthCredential(email: email, proof: .link(link))
    case .oauth(let credential): credential
    case .passkey(let assertion): assertion
    }
  }
}
