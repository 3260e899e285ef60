import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport

extension ServerHarness {
  static let factorNumber = "+14155550177"
  static let mask = "+1******0177"

  /// An account whose address is proved; its fresh session.
  func verifiedAccount(_ email: String = email) throws -> SignInWithPassword.Response {
    let new = try signUp(email)
    try verifyEmail(new.idToken, email)
    return try signIn(email, password: Self.password)
  }

  func startPhoneEnrollment(_ idToken: String?, _ number: String = factorNumber) throws -> String {
    let response = try call(
      StartMFAEnrollment.self, .init(idToken: idToken, phoneEnrollmentInfo: .init(phoneNumber: number)))
    guard let info = response.phoneSessionInfo?.sessionInfo
    else { throw ServerError(.internalError, "no session info") }
    return info
  }

  func finishPhoneEnrollment(
    _ idToken: String?, _ info: String?, _ code: String?, name: String? = "work"
  ) throws -> FinalizeMFAEnrollment.Response {
    var request = FinalizeMFAEnrollment.Request(idToken: idToken, displayName: name)
    request.phoneVerificationInfo = .init(sessionInfo: info, code: code)
    return try call(FinalizeMFAEnrollment.self, request)
  }

  @discardableResult
  func enrollPhone(
    _ idToken: String?, _ number: String = factorNumber, name: String? = "work"
  ) throws -> FinalizeMFAEnrollment.Response {
    let info = try startPhoneEnrollment(idToken, number)
    return try finishPhoneEnrollment(idToken, info, code(for: info), name: name)
  }

  func startTOTPEnrollment(_ idToken: String?) throws -> TOTPSession {
    let response = try call(StartMFAEnrollment.self, .init(idToken: idToken, totpEnrollmentInfo: .init()))
    guard let session = response.totpSessionInfo else { throw ServerError(.internalError, "no session") }
    return session
  }

  func finishTOTPEnrollment(
    _ idToken: String?, _ session: TOTPSession, _ code: String?, name: String? = "pixel"
  ) throws -> FinalizeMFAEnrollment.Response {
    var request = FinalizeMFAEnrollment.Request(idToken: idToken, displayName: name)
    request.totpVerificationInfo = .init(sessionInfo: session.sessionInfo, verificationCode: code)
    return try call(FinalizeMFAEnrollment.self, request)
  }

  /// Enrolls an authenticator app; what it computes codes with.
  @discardableResult
  func enrollTOTP(_ idToken: String?) throws -> TOTP {
    let session = try startTOTPEnrollment(idToken)
    let app = try TOTP(session)
    _ = try finishTOTPEnrollment(idToken, session, code(of: app))
    return app
  }

  /// The code that an app shows, now or so many steps from now.
  func code(of app: TOTP, step: Int64 = 0) -> String {
    app.code(at: Int64(clock.now.timeIntervalSince1970) + step * app.period)
  }

  /// A code that is right nowhere in the window.
  func wrongCode(of app: TOTP) -> String {
    let right = Set((-11...11).map { code(of: app, step: Int64($0)) })
    return ["000000", "000001"].first { !right.contains($0) } ?? "000002"
  }

  /// Shows the first factor; the credential and the hints.
  func firstFactor(_ email: String = email) throws -> (credential: String, hints: [MFAEnrollment]) {
    let response = try signIn(email, password: Self.password)
    guard let credential = response.mfaPendingCredential, let hints = response.mfaInfo
    else { throw ServerError(.internalError, "no second factor asked for") }
    return (credential, hints)
  }

  func startSignIn(_ credential: String?, _ factor: String?, in tenant: String? = nil) throws -> String {
    let response = try call(
      StartMFASignIn.self,
      .init(
        mfaPendingCredential: credential, mfaEnrollmentId: factor,
        phoneSignInInfo: .init(phoneNumber: Self.mask), tenantId: tenant))
    guard let info = response.phoneResponseInfo?.sessionInfo
    else { throw ServerError(.internalError, "no session info") }
    return info
  }

  func finishSignIn(
    _ credential: String?, _ info: String?, _ code: String?, factor: String? = nil, in tenant: String? = nil
  ) throws -> FinalizeMFASignIn.Response {
    var request = FinalizeMFASignIn.Request(mfaPendingCredential: credential)
    request.tenantId = tenant
    request.mfaEnrollmentId = factor
    request.phoneVerificationInfo = .init(sessionInfo: info, code: code)
    return try call(FinalizeMFASignIn.self, request)
  }

  func finishSignIn(
    _ credential: String?, totp code: String?, of factor: String?, in tenant: String? = nil
  ) throws -> FinalizeMFASignIn.Response {
    var request = FinalizeMFASignIn.Request(mfaPendingCredential: credential)
    request.tenantId = tenant
    request.mfaEnrollmentId = factor
    request.totpVerificationInfo = .init(verificationCode: code)
    return try call(FinalizeMFASignIn.self, request)
  }

  func withdraw(_ idToken: String?, _ factor: String?) throws -> WithdrawMFA.Response {
    try call(WithdrawMFA.self, .init(idToken: idToken, mfaEnrollmentId: factor))
  }
}

extension TOTP {
  /// What an authenticator app makes of a new secret.
  init(_ session: TOTPSession) throws {
    guard let secret = Base32.decode(session.sharedSecretKey ?? "")
    else { throw ServerError(.internalError, "no secret") }
    self.init(secret: secret, digits: session.verificationCodeLength ?? 6)
  }
}
