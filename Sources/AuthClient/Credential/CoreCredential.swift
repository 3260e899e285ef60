import AuthCore

/// A credential that the blocking core has a form for.
protocol CoreCredential: AuthCredential {
  /// - Throws: What is wrong with what the credential was made of.
  var coreCredential: AuthCore.AuthCredential { get throws(AuthCore.AuthError) }
}

extension AuthCore.AuthCredential {
  /// The core's form of `credential`.
  /// - Throws: What is wrong with it; `AuthErrorCode.invalidCredential` for a type that is not this library's.
  init(_ credential: any AuthClient.AuthCredential) throws(AuthCore.AuthError) {
    guard let credential = credential as? any CoreCredential else {
      throw .caller(CallerFailure(AuthClient.AuthError(.invalidCredential)))
    }
    self = try credential.coreCredential
  }

  /// The same for users of the library.
  var publicForm: any AuthClient.AuthCredential {
    switch self {
    case .phone(let credential): PhoneAuthCredential(core: credential)
    case .password(let email, let password): EmailAuthCredential(email: email, proof: .password(password))
    case .emailLink(let email, let link): EmailAuthCredential(email: email, proof: .link(link))
    case .oauth(let credential): OAuthCredential(core: credential)
    }
  }
}
