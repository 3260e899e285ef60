import IdentityToolkit

/// An answer that signs a user in, or goes on with a session.
protocol TokenAnswer {
  var idToken: String? { get set }
  var refreshToken: String? { get set }
  var expiresIn: String? { get set }
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MFAEnrollment]? { get set }
}

// Not every answer has all of the fields.
extension TokenAnswer {
  var expiresIn: String? {
    get { nil }
    set {}
  }
  var mfaPendingCredential: String? {
    get { nil }
    set {}
  }
  var mfaInfo: [MFAEnrollment]? {
    get { nil }
    set {}
  }
}

extension SignUp.Response: TokenAnswer {}
extension SignInWithPassword.Response: TokenAnswer {}
extension SignInWithEmailLink.Response: TokenAnswer {}
extension SignInWithPhoneNumber.Response: TokenAnswer {}
extension SignInWithCustomToken.Response: TokenAnswer {}
extension SignInWithIdp.Response: TokenAnswer {}
extension UpdateAccount.Response: TokenAnswer {}
extension FinalizeMFAEnrollment.Response: TokenAnswer {}
extension FinalizeMFASignIn.Response: TokenAnswer {}
extension WithdrawMFA.Response: TokenAnswer {}
