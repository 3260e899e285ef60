import IdentityToolkit

/// A request that names its tenant or contains a token with one.
///
/// Codes and pending credentials do not contain the tenant, so the client must send it too. A refresh token's row
/// contains it, and `ExchangeTokenOperation` reads it there.
protocol TenantBound {
  var tenantId: String? { get }
  var idToken: String? { get }
}

// No request has all of these fields.
extension TenantBound {
  var tenantId: String? { nil }
  var idToken: String? { nil }
}

extension BatchCreateAccounts.Request: TenantBound {}
extension BatchDeleteAccounts.Request: TenantBound {}
extension BatchGetAccounts.Request: TenantBound {}
extension CreateAuthUri.Request: TenantBound {}
extension CreateSessionCookie.Request: TenantBound {}
extension DeleteAccount.Request: TenantBound {}
extension FinalizeMFAEnrollment.Request: TenantBound {}
extension FinalizeMFASignIn.Request: TenantBound {}
extension FinalizePasskeyEnrollment.Request: TenantBound {}
extension FinalizePasskeySignIn.Request: TenantBound {}
extension Lookup.Request: TenantBound {}
extension PasswordPolicy.Request: TenantBound {}
extension QueryAccounts.Request: TenantBound {}
extension RecaptchaConfig.Request: TenantBound {}
extension ResetPassword.Request: TenantBound {}
extension RevokeToken.Request: TenantBound {}
extension SendOobCode.Request: TenantBound {}
extension SendVerificationCode.Request: TenantBound {}
extension SignInWithCustomToken.Request: TenantBound {}
extension SignInWithEmailLink.Request: TenantBound {}
extension SignInWithIdp.Request: TenantBound {}
extension SignInWithPassword.Request: TenantBound {}
extension SignInWithPhoneNumber.Request: TenantBound {}
extension SignUp.Request: TenantBound {}
extension StartMFAEnrollment.Request: TenantBound {}
extension StartMFASignIn.Request: TenantBound {}
extension StartPasskeyEnrollment.Request: TenantBound {}
extension StartPasskeySignIn.Request: TenantBound {}
extension UpdateAccount.Request: TenantBound {}
extension WithdrawMFA.Request: TenantBound {}
