import Essentials
import IdentityToolkit

/// The common members of the answers to all sign-in calls.
struct SignInAnswer {
  var idToken: String?
  var refreshToken: String?
  var expiresIn: String?
  var mfaPendingCredential: String?
  var mfaInfo: [MFAEnrollment]?
  var additional: AdditionalUserInfo

  /// The ID token of an account that the sign-in created; nil if the account existed.
  var newcomer: IDToken? {
    additional.isNewUser ? idToken.flatMap { try? IDToken($0) } : nil
  }
}

extension SignInAnswer {
  init(_ answer: some SessionAnswer, isNewUser: Bool?, providerID: String?) {
    self.init(answer, AdditionalUserInfo(isNewUser: isNewUser ?? false, providerID: providerID))
  }

  init(_ answer: SignUp.Response, isNewUser: Bool) {
    self.init(answer, isNewUser: isNewUser, providerID: answer.email == nil ? nil : "password")
  }

  init(_ answer: SignInWithIdp.Response) {
    let profile = answer.rawUserInfo.flatMap { JSONValue(json: $0) }
    self.init(
      answer,
      AdditionalUserInfo(
        isNewUser: answer.isNewUser ?? false, providerID: answer.providerId, providerProfile: profile,
        credential: answer.credential))
  }

  private init(_ answer: some SessionAnswer, _ additional: AdditionalUserInfo) {
    self.init(
      idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn,
      mfaPendingCredential: answer.mfaPendingCredential, mfaInfo: answer.mfaInfo, additional: additional)
  }
}

extension SignInWithIdp.Response {
  /// The provider's credential in the service's answer.
  var credential: OAuthCredential? {
    guard let providerId, (oauthIdToken ?? oauthAccessToken ?? pendingToken) != nil else { return nil }
    return OAuthCredential(
      providerID: providerId, idToken: oauthIdToken, accessToken: oauthAccessToken,
      refreshToken: oauthRefreshToken, secret: oauthTokenSecret, pendingToken: pendingToken)
  }
}

/// The result of a first factor.
package enum SignInResult: Equatable, Sendable {
  case signedIn(UserRecord, AdditionalUserInfo)
  /// The account has a second factor, and the user is not signed in yet.
  case secondFactorRequired(ResolverRecord)
}
