import AuthClient
import Foundation
import LocalAuthServer

/// An account whose address is verified, as second factors require, and its client.
private func verifiedUser(of server: LocalServer) async throws -> Auth {
  let auth = server.auth()
  _ = try server.createUser(email: "kim@example.com", isEmailVerified: true, password: "secret-1")
  try await auth.signIn(withEmail: "kim@example.com", password: "secret-1")
  return auth
}

/// The guide to SMS as a second factor: enroll one, sign in with it, unenroll it.
@Sendable func smsFactorGuide() async throws {
  let server = try LocalServer()
  let auth = try await verifiedUser(of: server)
  let (phoneNumber, displayName) = ("+16505550123", "Kim's phone")

  let user = try found(auth.currentUser)
  let session = try await user.multiFactor.getSession()
  let verificationId = try await PhoneAuthProvider.provider(auth: auth)
    .verifyPhoneNumber(phoneNumber, uiDelegate: nil, multiFactorSession: session)
  let credential = PhoneAuthProvider.provider(auth: auth).credential(
    withVerificationID: verificationId, verificationCode: try server.smsCode(to: phoneNumber))
  let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
  try await user.multiFactor.enroll(with: assertion, displayName: displayName)

  try await auth.signOut()
  do {
    try await auth.signIn(withEmail: "kim@example.com", password: "secret-1")
    try expect(false)
  } catch {
    let authError = error as NSError
    try expect(authError.code == AuthErrorCode.secondFactorRequired.rawValue, "\(authError)")
    let resolver = authError.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
    let hint = resolver.hints[0] as! PhoneMultiFactorInfo
    try expect(hint.factorID == PhoneMultiFactorID && hint.displayName == displayName)
    let verificationId = try await PhoneAuthProvider.provider(auth: auth)
      .verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
    let credential = PhoneAuthProvider.provider(auth: auth).credential(
      withVerificationID: verificationId, verificationCode: try server.smsCode(to: phoneNumber))
    let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
    let authDataResult = try await resolver.resolveSignIn(with: assertion)
    try expect(authDataResult.user.email == "kim@example.com")
  }

  let factor = try found(auth.currentUser?.multiFactor.enrolledFactors.first)
  try await auth.currentUser?.multiFactor.unenroll(with: factor)
  try expect(auth.currentUser?.multiFactor.enrolledFactors.isEmpty == true)
}

/// The guide to authenticator apps: enroll one, sign in with it, unenroll it.
@Sendable func totpGuide() async throws {
  let clock = ManualClock()
  let server = try LocalServer(clock: { clock.now })
  let auth = try await verifiedUser(of: server)

  let user = try found(auth.currentUser)
  let mfaSession = try await user.multiFactor.getSession()
  let totpSecret = try await TOTPMultiFactorGenerator.generateSecret(with: mfaSession)
  let secret = totpSecret.sharedSecretKey()
  let qrCodeUrl = totpSecret.generateQRCodeURL(withAccountName: user.email ?? "", issuer: "Your App")
  try expect(qrCodeUrl.hasPrefix("otpauth://totp/"))
  let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
    with: totpSecret, oneTimePassword: try server.totpCode(secret: secret))
  try await user.multiFactor.enroll(with: assertion, displayName: "TOTP")

  try await auth.signOut()
  clock.advance(by: .seconds(30))
  do {
    try await auth.signIn(withEmail: "kim@example.com", password: "secret-1")
    try expect(false)
  } catch let error as AuthError where error.code == .secondFactorRequired {
    let mfaResolver = try found(error.multiFactorResolver)
    let hint = try found(mfaResolver.hints.first { $0.factorID == TOTPMultiFactorID })
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hint.uid, oneTimePassword: try server.totpCode(secret: secret))
    let result = try await mfaResolver.resolveSignIn(with: assertion)
    try expect(try await result.user.getIDTokenResult().signInSecondFactor == "totp")
  }

  let mfaInfo = try found(auth.currentUser?.multiFactor.enrolledFactors.first)
  try await auth.currentUser?.multiFactor.unenroll(withFactorUID: mfaInfo.uid)
}
