/// A credential, by the kind of provider that made it.
package enum ProviderCredential: Sendable, Equatable {
  case phone(PhoneAuthCredential)
  case password(email: String, password: String)
  /// A sign-in link, and the address it was sent to: never one that the link names.
  case emailLink(email: String, link: ActionCodeURL)
  case oauth(OAuthCredential)

  /// - Throws: What is wrong with `credential`; `AuthErrorCode.invalidCredential` for a type that is not this library's.
  init(_ credential: any AuthCredential) throws(AuthFailure) {
    guard let credential = credential as? any SignInCredential else {
      throw .caller(CallerFailure(AuthError(.invalidCredential)))
    }
    self = try credential.kind
  }

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
