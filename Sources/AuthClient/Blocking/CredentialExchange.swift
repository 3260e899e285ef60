import Essentials
import IdentityToolkit

/// Sends a credential to the service, with the request that its kind and purpose need.
struct CredentialExchange {
  let auth: BlockingAuth
  let purpose: CredentialPurpose
  /// The current user's ID token, if the credential is for that account.
  var idToken: String?

  private var backend: Backend { auth.backend }

  func callAsFunction(_ credential: ProviderCredential) throws(AuthFailure) -> SignInAnswer {
    switch credential {
    case .phone(let credential): try exchange(credential)
    case .password(let email, let password): try exchange(email, password)
    case .emailLink(let email, let link):
      try exchange(email, link)
    case .oauth(let credential): try exchange(credential)
    case .passkey(let assertion): try exchange(assertion)
    }
  }

  private func exchange(_ email: String, _ link: ActionCodeURL) throws(AuthFailure) -> SignInAnswer {
    var request = SignInWithEmailLink.Request(email: email, oobCode: link.code, idToken: idToken)
    request.tenantId = backend.tenant
    let answer = try backend.call(SignInWithEmailLink.self, request)
    return SignInAnswer(answer, isNewUser: answer.isNewUser, providerID: "password")
  }

  private func exchange(_ credential: PhoneAuthCredential) throws(AuthFailure) -> SignInAnswer {
    var request = SignInWithPhoneNumber.Request(
      idToken: idToken, operation: purpose.verifyOperation, tenantId: backend.tenant)
    switch try credential.checked.proof {
    case .code(let verificationID, let code):
      request.sessionInfo = verificationID
      request.code = code
    case .temporaryProof(let proof, let phoneNumber):
      request.temporaryProof = proof
      request.phoneNumber = phoneNumber
    }
    let answer = try backend.call(SignInWithPhoneNumber.self, request)
    if answer.idToken == nil, let proof = answer.temporaryProof, let number = answer.phoneNumber {
      throw .credentialAlreadyInUse(.phone(.init(temporaryProof: proof, phoneNumber: number)))
    }
    return SignInAnswer(answer, isNewUser: answer.isNewUser, providerID: "phone")
  }

  private func exchange(_ email: String, _ password: String) throws(AuthFailure) -> SignInAnswer {
    if password.isEmpty { throw .missingPassword }
    if let idToken {
      let request = SignUp.Request(email: email, password: password, idToken: idToken)
      return SignInAnswer(try auth.call(SignUp.self, request, for: .signUpPassword), isNewUser: false)
    }
    var request = SignInWithPassword.Request(email: email, password: password)
    request.tenantId = backend.tenant
    let answer = try auth.call(SignInWithPassword.self, request, for: .signInWithPassword)
    return SignInAnswer(answer, isNewUser: false, providerID: "password")
  }

  /// - Throws: `AuthFailure.unusable` for a link. A passkey is enrolled, and not linked.
  private func exchange(_ assertion: PasskeyAssertion) throws(AuthFailure) -> SignInAnswer {
    guard idToken == nil else { throw .unusable(.invalidCredential) }
    var request = FinalizePasskeySignIn.Request(
      authenticatorAuthenticationResponse: AuthenticatorAnswer(assertion))
    request.tenantId = backend.tenant
    let answer = try backend.call(FinalizePasskeySignIn.self, request)
    return SignInAnswer(answer, isNewUser: false, providerID: PasskeyAssertion.provider)
  }

  private func exchange(_ credential: OAuthCredential) throws(AuthFailure) -> SignInAnswer {
    var request = SignInWithIdp.Request(idToken: idToken)
    if let redirect = credential.redirect {
      request.requestUri = redirect.requestURI
      request.sessionId = redirect.sessionID
    } else {
      request.postBody = credential.postBody
      request.pendingToken = credential.pendingToken
    }
    request.tenantId = backend.tenant
    if purpose == .reauthenticate { request.autoCreate = false }
    let answer = try backend.call(SignInWithIdp.self, request)
    if answer.needConfirmation == true {
      throw .accountExistsWithDifferentCredential(
        email: answer.email?.clipped(to: 255),
        providers: (answer.verifiedProvider ?? []).prefix(16).map { $0.clipped(to: 128) },
        answer.credential ?? credential)
    }
    if let message = answer.errorMessage {
      let refusal = ServerError(message: message)
      guard refusal.code == .federatedUserIDAlreadyLinked else { throw .refused(refusal) }
      throw .credentialAlreadyInUse(.oauth(answer.credential ?? credential))
    }
    return SignInAnswer(answer)
  }
}

extension CredentialPurpose {
  fileprivate var verifyOperation: VerifyOperation {
    switch self {
    case .signIn: .signUpOrIn
    case .reauthenticate: .reauthenticate
    case .link: .link
    case .update: .update
    }
  }
}
