/// What a user signs in with, at one provider.
package enum AuthCredential: Sendable, Equatable {
  case phone(PhoneAuthCredential)
  case password(email: String, password: String)
  /// A sign-in link, and the address it was sent to: never one that the link names.
  case emailLink(email: String, link: ActionCodeURL)
  case oauth(OAuthCredential)

  /// The provider: `phone`, `password` (links too), `google.com`…
  package var providerID: String {
    switch self {
    case .phone: "phone"
    case .password, .emailLink: "password"
    case .oauth(let credential): credential.providerID
    }
  }
}
