import Essentials
import IdentityToolkit

extension Auth {
  /// Exchanges `credential` for a signed-in user.
  ///
  /// An account with a second factor is not signed in yet: the result then holds the resolver.
  /// - Throws: `AuthError.refused` with the server's code, `.network` if nothing came back.
  package func signIn(with credential: PhoneAuthCredential) throws(AuthError) -> SignInResult {
    let answer = try exchange(credential, for: .signUpOrIn)
    let (user, isNew) = try user(of: answer)
    replaceCurrentUser(user)
    return .signedIn(user, AdditionalUserInfo(isNewUser: isNew, providerID: "phone"))
  }

  /// Proves that the signed-in person is still there: the same account, with new tokens.
  /// - Throws: `AuthError.userMismatch` when the credential is another account's; the session stays.
  package func reauthenticate(with credential: PhoneAuthCredential) throws(AuthError) -> User {
    guard let current = currentUser else { throw .noCurrentUser }
    let answer: SignInWithPhoneNumber.Response
    do {
      answer = try exchange(credential, for: .reauthenticate)
    } catch .refused(let error) where error.code == .userNotFound {
      throw .userMismatch
    }
    let (user, _) = try user(of: answer)
    guard user.uid == current.uid else { throw .userMismatch }
    replaceCurrentUser(user)
    return user
  }

  private func exchange(
    _ credential: PhoneAuthCredential, for operation: VerifyOperation
  ) throws(AuthError) -> SignInWithPhoneNumber.Response {
    var request = SignInWithPhoneNumber.Request(operation: operation, tenantId: backend.tenant)
    switch credential {
    case .code(let verificationID, let code):
      request.sessionInfo = verificationID
      request.code = code
    case .temporaryProof(let proof, let phoneNumber):
      request.temporaryProof = proof
      request.phoneNumber = phoneNumber
    }
    let answer = try backend.call(SignInWithPhoneNumber.self, request)
    if answer.idToken == nil, let proof = answer.temporaryProof, let number = answer.phoneNumber {
      throw .credentialAlreadyInUse(.temporaryProof(proof, phoneNumber: number))
    }
    return answer
  }

  private func user(
    of answer: SignInWithPhoneNumber.Response
  ) throws(AuthError) -> (User, isNew: Bool) {
    guard let idToken = answer.idToken else {
      throw .malformedAnswer(status: 200, reason: "no ID token")
    }
    let tokens = try Tokens(
      idToken: idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn, now: now())
    return (try lookUp(tokens), answer.isNewUser ?? false)
  }
}
