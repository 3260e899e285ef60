// A credential can be created from any values, so it is checked here, before it is used.

extension ProviderCredential {
  /// Checks `credential`.
  /// - Throws: `AuthErrorCode.invalidCredential` for a type that is not from this library; otherwise the error of an
  ///   empty value.
  init(_ credential: any AuthCredential) throws(AuthFailure) {
    switch credential {
    case let credential as PhoneAuthCredential: self = .phone(credential)
    case let credential as OAuthCredential: self = .oauth(credential)
    case let assertion as PasskeyAssertion: self = .passkey(assertion)
    case let credential as EmailAuthCredential: self = try credential.checked
    default: throw .unusable(.invalidCredential)
    }
  }
}

extension EmailAuthCredential {
  fileprivate var checked: ProviderCredential {
    get throws(AuthFailure) {
      if email.isEmpty { throw .missingEmail }
      switch proof {
      case .password(""): throw .unusable(.wrongPassword)
      case .password(let password): return .password(email: email, password: password)
      case .link(let link): return .emailLink(email: email, link: link)
      case .noLink: throw .unusable(.invalidActionCode)
      }
    }
  }
}

extension PhoneAuthCredential {
  /// The credential, if it is complete.
  /// - Throws: `AuthFailure.missingVerificationID` or `.missingVerificationCode` if the value is empty.
  var checked: PhoneAuthCredential {
    get throws(AuthFailure) {
      if case .code(let verificationID, let code) = proof {
        if verificationID.isEmpty { throw .missingVerificationID }
        if code.isEmpty { throw .missingVerificationCode }
      }
      return self
    }
  }
}
