import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What was given to an account stays that account's, whoever has its name, number or address later.
@Suite struct AccountNameTests {
  private static let policies = [Policy.quick, .quickEmulator.with { $0.unsignedTokens = true }]

  /// An account of that name, made by an administrator; a session of it.
  private func account(
    _ server: ServerHarness, _ name: String = "kim"
  ) throws -> SignInWithPassword.Response {
    var request = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    request.localId = name
    request.emailVerified = true
    _ = try server.call(SignUp.self, request, asOwner: true)
    return try server.signIn(password: ServerHarness.password)
  }

  private func delete(_ server: ServerHarness, _ name: String = "kim") throws {
    _ = try server.call(DeleteAccount.self, .init(localId: name), asOwner: true)
  }

  /// From the next second on: tokens count no finer.
  @Test(arguments: policies, [1, 1.5, 100])
  func anOldTokenOpensNoOtherAccount(policy: Policy, seconds: Double) throws {
    let server = try ServerHarness(policy: policy)
    let old = try account(server)
    let totp = try server.startTOTPEnrollment(old.idToken)
    let sms = try server.startPhoneEnrollment(old.idToken)
    try delete(server)
    #expect(refusal { try server.lookup(old.idToken) } == "USER_NOT_FOUND")
    server.clock.advance(seconds)
    let new = try account(server)
    #expect(new.localId == old.localId)
    try server.disable("kim")
    #expect(refusal { try server.lookup(old.idToken) } == "TOKEN_EXPIRED")
    try server.update(asOwner: true) { ($0.localId, $0.disableUser) = ("kim", false) }

    let over: [() throws -> Any] = [
      { try server.lookup(old.idToken) as Any },
      { try server.update(old.idToken) { $0.displayName = "Eve" } },
      { try server.update(old.idToken) { $0.password = "eve's own" } },
      { try server.call(DeleteAccount.self, .init(idToken: old.idToken)) },
      { try server.send(.verifyEmail) { $0.idToken = old.idToken } },
      { try server.startTOTPEnrollment(old.idToken) }, { try server.startPhoneEnrollment(old.idToken) },
      { try server.finishTOTPEnrollment(old.idToken, totp, server.code(of: TOTP(totp))) },
      { try server.finishPhoneEnrollment(old.idToken, sms, server.code(for: sms)) },
      { try server.withdraw(old.idToken, "f1") },
      { try server.signIn(code: server.sendLink(), idToken: old.idToken) },
      { try server.signUp("eve@example.com", idToken: old.idToken) },
      {
        let info = try server.sendCode()
        return try server.call(
          SignInWithPhoneNumber.self,
          .init(sessionInfo: info, code: server.code(for: info), idToken: old.idToken))
      },
      {
        let form = FormEncoding.encode([
          QueryItem("providerId", "google.com"), QueryItem("id_token", #"{"sub":"eve"}"#),
        ])
        return try server.call(SignInWithIdp.self, .init(postBody: form, idToken: old.idToken))
      },
    ]
    for (index, use) in over.enumerated() {
      #expect(refusal { try use() } == "TOKEN_EXPIRED", "use \(index)")
    }
    #expect(
      refusal { try server.refresh(old.refreshToken) }
        == (policy.serviceAnswers ? "TOKEN_EXPIRED" : "INVALID_REFRESH_TOKEN"))
    // Enrollments that were begun are not the new account's either.
    #expect(
      refusal { try server.finishTOTPEnrollment(new.idToken, totp, server.code(of: TOTP(totp))) }
        == "INVALID_SESSION_INFO")
    #expect(
      refusal { try server.finishPhoneEnrollment(new.idToken, sms, server.code(for: sms)) }
        == "INVALID_SESSION_INFO")
    #expect(try server.lookup(new.idToken)?.displayName == nil)
    #expect(try server.refresh(new.refreshToken).userId == "kim")
  }

  @Test(arguments: policies)
  func namesOfCustomTokensAreNoExceptions(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    func signIn() throws -> SignInWithCustomToken.Response {
      let token = try server.call(CreateCustomToken.self, .init(uid: "tester")).token
      return try server.call(SignInWithCustomToken.self, .init(token: token))
    }
    var old = try signIn()
    for end in [
      { _ = try server.call(DeleteAccount.self, .init(idToken: old.idToken)) },
      { _ = try server.call(ClearAccounts.self, .init()) },
      { _ = try server.call(ResetProject.self, .init()) },
    ] {
      try end()
      server.clock.advance(1)
      let new = try signIn()
      #expect(new.isNewUser == true)
      #expect(refusal { try server.lookup(old.idToken) } == "TOKEN_EXPIRED")
      #expect(
        ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN"].contains(refusal { try server.refresh(old.refreshToken) }))
      #expect(try server.lookup(new.idToken)?.localId == "tester")
      old = new
    }
  }

  @Test func aFirstFactorIsOfOneAccount() throws {
    let server = try ServerHarness(policy: .quick)
    let app = try server.enrollTOTP(try account(server).idToken)
    server.clock.advance(30)
    let (credential, hints) = try server.firstFactor()
    try delete(server)
    try server.enrollTOTP(try account(server).idToken)
    #expect(
      refusal {
        try server.finishSignIn(credential, totp: server.code(of: app), of: hints.first?.mfaEnrollmentId)
      } == "USER_NOT_FOUND")
  }

  /// Nor does what proved a number sign in to whoever has it an hour later, or make an account.
  @Test func aTemporaryProofIsOfOneAccount() throws {
    let server = try ServerHarness(policy: .quick)
    let owner = try server.signIn()
    let kim = try server.signInByLink()
    let info = try server.sendCode()
    let proof = try server.call(
      SignInWithPhoneNumber.self, .init(sessionInfo: info, code: server.code(for: info), idToken: kim.idToken)
    ).temporaryProof
    func signIn(_ idToken: String? = nil) -> String? {
      refusal {
        try server.call(
          SignInWithPhoneNumber.self,
          .init(temporaryProof: proof, phoneNumber: ServerHarness.number, idToken: idToken))
      }
    }
    try delete(server, try #require(owner.localId))
    #expect(signIn() == "INVALID_TEMPORARY_PROOF")
    #expect(signIn(kim.idToken) == "INVALID_TEMPORARY_PROOF")
    let later = try server.signIn()
    #expect(later.isNewUser == true)
    #expect(signIn() == "INVALID_TEMPORARY_PROOF")
  }

  @Test func aTokenThatAnybodyWroteCountsByItsTime() throws {
    let server = try ServerHarness(policy: Self.policies[1])
    func token(at time: Double) -> String {
      let header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
      let payload = """
        {"iss":"https://securetoken.google.com/demo-test","aud":"demo-test","sub":"kim","iat":1799999999,\
        "exp":1800003600,"auth_time":\(time),"firebase":{"sign_in_provider":"password"}}
        """
      return "\(header).\(Base64URL.encode(payload.utf8))."
    }
    let new = try account(server)
    #expect(try server.lookup(token(at: 1_800_000_000))?.localId == "kim")
    for time in [1_799_999_999, 0, -1, 1e12, 1e300, -1e300] {
      #expect(refusal { try server.lookup(token(at: time)) } == "TOKEN_EXPIRED")
    }
    server.clock.advance(1)
    _ = try server.update(new.idToken) { $0.password = "another one" }
    #expect(refusal { try server.lookup(token(at: 1_800_000_000)) } == "TOKEN_EXPIRED")
  }

  /// Libraries refuse headers and show claims that they do not know.
  @Test(arguments: policies) func aTokenHasNothingThatTheServicesHasNot(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let token = try #require(try account(server).idToken)
    let header = try #require(Base64URL.decode(String(token.split(separator: ".")[0])))
    #expect(
      JSONValue(json: Data(header))?.members?.map(\.name)
        == (policy.unsignedTokens ? ["alg", "typ"] : ["alg", "kid", "typ"]))
    #expect(
      try claims(of: token)["firebase"]
        == ["identities": ["email": ["kim@example.com"]], "sign_in_provider": "password"])
  }
}
