import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What calls about second factors answer, as the service and as Firebase's emulator do.
@Suite struct SecondFactorAnswerTests {
  private static let policies = [Policy.quick, .quickEmulator]

  @Test(arguments: policies)
  func aHintShowsWhatItMay(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let enrolled = try server.enrollPhone(server.verifiedAccount().idToken)
    let factor = try #require(try server.lookup(enrolled.idToken)?.mfaInfo?.first)
    #expect(factor.phoneInfo == ServerHarness.factorNumber)
    #expect(factor.unobfuscatedPhoneInfo == (policy.serviceAnswers ? nil : ServerHarness.factorNumber))
    let (_, hints) = try server.firstFactor()
    #expect(hints.map(\.phoneInfo) == [policy.serviceAnswers ? ServerHarness.mask : "+*******0177"])
    #expect(hints.map(\.unobfuscatedPhoneInfo) == [nil])
    let link = try server.signInByLink()
    #expect(link.mfaPendingCredential != nil)
    #expect(link.isNewUser == (policy.serviceAnswers ? nil : false))
  }

  @Test(arguments: policies)
  func whatIsMissingIsNamed(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let isStrict = policy.serviceAnswers
    let enrolled = try server.enrollPhone(server.verifiedAccount().idToken)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    let unclear = "Request contains an invalid argument."
    func expect(_ strict: String?, _ emulator: String?, _ body: () throws -> some Any) {
      #expect(refusal(body) == (isStrict ? strict : emulator))
    }
    expect("INVALID_ID_TOKEN", "MISSING_ID_TOKEN") {
      try server.call(StartMFAEnrollment.self, .init(idToken: nil))
    }
    expect("INVALID_ID_TOKEN", "MISSING_ID_TOKEN") { try server.withdraw(nil, id) }
    expect(unclear, "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))") {
      try server.call(StartMFAEnrollment.self, .init(idToken: enrolled.idToken))
    }
    expect(unclear, "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))") {
      try server.call(FinalizeMFAEnrollment.self, .init(idToken: enrolled.idToken))
    }
    expect(unclear, nil) {
      try server.call(
        StartMFASignIn.self,
        .init(mfaPendingCredential: credential, mfaEnrollmentId: id, phoneSignInInfo: nil))
    }
    expect(unclear, "INVALID_ARGUMENT : MFA provider not supported!") {
      try server.call(FinalizeMFASignIn.self, .init(mfaPendingCredential: credential))
    }
    expect("MFA_ENROLLMENT_NOT_FOUND", "MFA_ENROLLMENT_NOT_FOUND") {
      try server.startSignIn(credential, "x")
    }
    expect(unclear, "MISSING_SESSION_INFO") { try server.finishPhoneEnrollment(enrolled.idToken, nil, "1") }
    expect("MISSING_CODE", "MISSING_CODE") { try server.finishPhoneEnrollment(enrolled.idToken, "x", nil) }
    expect(unclear, "MISSING_SESSION_INFO") { try server.finishSignIn(credential, nil, "1") }
    expect(unclear, "MISSING_CODE") { try server.finishSignIn(credential, "x", nil) }
    expect(unclear, "MISSING_CODE") { try server.finishSignIn(credential, totp: nil, of: id) }
    expect("INVALID_MFA_ENROLLMENT_ID", "MFA_ENROLLMENT_NOT_FOUND") {
      try server.finishSignIn(credential, totp: "123456", of: "x")
    }
    expect("INVALID_SESSION_INFO", "MISSING_SESSION_INFO") {
      try server.finishTOTPEnrollment(enrolled.idToken, TOTPSession(), "123456")
    }
  }

  @Test(arguments: policies)
  func oneRequestIsAboutOneKindOfFactor(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    func both(_ choice: String, _ name: String) -> String? {
      policy.serviceAnswers
        ? "Invalid value (oneof), oneof field '\(choice)' is already set. Cannot set '\(name)'" : nil
    }
    let start = StartMFAEnrollment.Request(
      idToken: kim.idToken, phoneEnrollmentInfo: .init(phoneNumber: ServerHarness.factorNumber),
      totpEnrollmentInfo: .init())
    #expect(
      refusal { try server.call(StartMFAEnrollment.self, start) }
        == both("enrollment_info", "totpEnrollmentInfo"))
    let info = try server.startPhoneEnrollment(kim.idToken)
    var end = FinalizeMFAEnrollment.Request(idToken: kim.idToken, displayName: "work")
    end.phoneVerificationInfo = .init(sessionInfo: info, code: try server.code(for: info))
    end.totpVerificationInfo = .init(sessionInfo: info, verificationCode: "123456")
    #expect(
      refusal { try server.call(FinalizeMFAEnrollment.self, end) }
        == both("verification_info", "totpVerificationInfo"))
    if policy.serviceAnswers {
      end.totpVerificationInfo = nil
      _ = try server.call(FinalizeMFAEnrollment.self, end)
    }
    let (credential, hints) = try server.firstFactor()
    let session = try server.startSignIn(credential, hints.first?.mfaEnrollmentId)
    var signIn = FinalizeMFASignIn.Request(mfaPendingCredential: credential)
    signIn.phoneVerificationInfo = .init(sessionInfo: session, code: try server.code(for: session))
    signIn.totpVerificationInfo = .init(verificationCode: "123456")
    #expect(
      refusal { try server.call(FinalizeMFASignIn.self, signIn) }
        == both("verification_info", "totpVerificationInfo"))
  }

  /// Who knew the old password does not go on with it; to the service and the emulator it is the first factor.
  @Test(arguments: [true, false])
  func aSignInThatWaitsMayEnd(ends: Bool) throws {
    let server = try ServerHarness(policy: ends ? .quick : .quickEmulator)
    let kim = try server.verifiedAccount()
    let enrolled = try server.enrollPhone(kim.idToken)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    server.clock.advance(1)
    _ = try server.update(enrolled.idToken) { $0.password = "another one" }
    guard !ends else {
      #expect(refusal { try server.startSignIn(credential, id) } == "INVALID_MFA_PENDING_CREDENTIAL")
      return
    }
    try server.disable(kim.localId)
    let info = try server.startSignIn(credential, id)
    #expect(
      refusal { try server.finishSignIn(credential, info, server.wrongCode(for: info)) } == "INVALID_CODE")
    #expect(refusal { try server.finishSignIn(credential, info, server.code(for: info)) } == "USER_DISABLED")
    try server.update(asOwner: true) { ($0.localId, $0.disableUser) = (kim.localId, false) }
    let again = try server.startSignIn(credential, id)
    #expect(try server.finishSignIn(credential, again, server.code(for: again)).idToken != nil)
  }

  @Test func theEmulatorLetsClientsMakeTheirFactors() throws {
    var factor = MFAEnrollment(mfaEnrollmentId: nil)
    factor.phoneInfo = ServerHarness.factorNumber
    var request = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    request.mfaInfo = [factor, factor]
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.call(SignUp.self, request)
    #expect(try server.lookup(kim.idToken)?.mfaInfo?.map(\.phoneInfo) == [ServerHarness.factorNumber])
    #expect(try server.firstFactor().hints.count == 1)
    let strict = try ServerHarness(policy: .quick)
    #expect(refusal { try strict.call(SignUp.self, request) } == "INSUFFICIENT_PERMISSION")
    #expect(refusal { try strict.call(SignUp.self, request, asOwner: true) } == "SECOND_FACTOR_EXISTS")
  }

  @Test(arguments: [true, false])
  func aProofOfANumberIsGoodOnceOrForAnHour(once: Bool) throws {
    let server = try ServerHarness(policy: once ? .quick : .quickEmulator)
    let owner = try server.signIn()
    let kim = try server.signInByLink()
    let info = try server.sendCode()
    let proof = try server.call(
      SignInWithPhoneNumber.self, .init(sessionInfo: info, code: server.code(for: info), idToken: kim.idToken)
    ).temporaryProof
    func signIn() throws -> String? {
      try server.call(
        SignInWithPhoneNumber.self, .init(temporaryProof: proof, phoneNumber: ServerHarness.number)
      ).localId
    }
    #expect(try signIn() == owner.localId)
    #expect(refusal { try signIn() } == (once ? "INVALID_TEMPORARY_PROOF" : nil))
  }
}
