import IdentityToolkit

/// An answer that signs a user in or continues a session.
protocol SessionAnswer {
  var idToken: String? { get set }
  var refreshToken: String? { get set }
  var expiresIn: String? { get set }
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MFAEnrollment]? { get set }
}

// Not every answer has all of the fields.
extension SessionAnswer {
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

extension SignUp.Response: SessionAnswer {}
extension SignInWithPassword.Response: SessionAnswer {}
extension SignInWithEmailLink.Response: SessionAnswer {}
extension SignInWithPhoneNumber.Response: SessionAnswer {}
extension SignInWithCustomToken.Response: SessionAnswer {}
extension SignInWithIdp.Response: SessionAnswer {}
extension UpdateAccount.Response: SessionAnswer {}
extension FinalizeMFAEnrollment.Response: SessionAnswer {}
extension FinalizeMFASignIn.Response: SessionAnswer {}
extension PasskeyTokens: SessionAnswer {}
extension WithdrawMFA.Response: SessionAnswer {}
