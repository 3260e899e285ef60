import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct SMSFactorTests {
  @Test func aNumberIsEnrolledAndAskedFor() throws {
    let server = try ServerHarness(policy: .quick)
    let before = try server.verifiedAccount()
    server.clock.advance(60.25)
    let enrolled = try server.enrollPhone(before.idToken)
    #expect(enrolled.totpAuthInfo == nil)
    let record = try #require(try server.lookup(enrolled.idToken))
    let id = try #require(record.mfaInfo?.first?.mfaEnrollmentId)
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    var factor = MFAEnrollment(mfaEnrollmentId: id)
    factor.displayName = "work"
    factor.enrolledAt = "2027-01-15T08:01:00.250000Z"
    factor.phoneInfo = ServerHarness.factorNumber
    #expect(record.mfaInfo == [factor])
    let firebase: JSONValue = [
      "identities": ["email": ["kim@example.com"]], "second_factor_identifier": .string(id),
      "sign_in_provider": "password", "sign_in_second_factor": "phone",
    ]
    #expect(try claims(of: enrolled.idToken)["firebase"] == firebase)
    #expect(try claims(of: server.refresh(enrolled.refreshToken).idToken)["firebase"] == firebase)
    // Earlier sessions are over; their ID tokens, no older than the one that goes on, end by themselves.
    #expect(refusal { try server.refresh(before.refreshToken) } == "TOKEN_EXPIRED")

    server.clock.advance(60)
    let first = try server.signIn(password: ServerHarness.password)
    factor.phoneInfo = ServerHarness.mask
    var expected = SignInWithPassword.Response()
    expected.registered = true
    expected.email = ServerHarness.email
    expected.displayName = ""
    expected.localId = record.localId
    expected.mfaPendingCredential = first.mfaPendingCredential
    expected.mfaInfo = [factor]
    #expect(first == expected)
    #expect(try server.lookup(enrolled.idToken)?.lastLoginAt == record.lastLoginAt)

    server.clock.advance(30)
    let info = try server.startSignIn(first.mfaPendingCredential, id)
    let message = try #require(try server.call(Outbox.self, .init()).messages.last)
    #expect(message.to == ServerHarness.factorNumber)
    #expect(message.code == (try server.code(for: info)))
    let answer = try server.finishSignIn(first.mfaPendingCredential, info, server.code(for: info))
    #expect(try claims(of: answer.idToken)["firebase"] == firebase)
    #expect(try claims(of: answer.idToken)["auth_time"] == 1_800_000_150)
    #expect(try server.lookup(answer.idToken)?.lastLoginAt == "1800000150250")
    #expect(try claims(of: server.refresh(answer.refreshToken).idToken)["firebase"] == firebase)
    // A change that ends sessions hands out tokens of the same two factors.
    let changed = try server.update(answer.idToken) { $0.password = "another horse" }
    #expect(try claims(of: changed.idToken)["firebase"] == firebase)
  }

  @Test func answersHaveNoExpiresInAndKeysOnlyWhereTheySaySomething() throws {
    let server = try ServerHarness(policy: .quick)
    func keys(_ path: String, _ body: some Encodable) throws -> [String] {
      let response = try server.send(
        .post, "/identitytoolkit.googleapis.com/" + path, query: [QueryItem("key", "k")],
        body: String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
      let json = try JSONValue(parsing: response.body)
      return json.members?.map(\.name) ?? []
    }
    let kim = try server.verifiedAccount()
    let info = try server.startPhoneEnrollment(kim.idToken)
    var request = FinalizeMFAEnrollment.Request(idToken: kim.idToken)
    request.phoneVerificationInfo = .init(sessionInfo: info, code: try server.code(for: info))
    #expect(try keys("v2/accounts/mfaEnrollment:finalize", request) == ["idToken", "refreshToken"])
    #expect(
      try keys(
        "v1/accounts:signInWithPassword",
        SignInWithPassword.Request(email: ServerHarness.email, password: ServerHarness.password))
        == ["displayName", "email", "kind", "localId", "mfaInfo", "mfaPendingCredential", "registered"])
  }

  @Test func everyEligibleFirstFactorAsksAndTheOthersDoNot() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let link = try server.signInByLink()
    #expect(link.mfaPendingCredential != nil)
    #expect(link.mfaInfo?.map(\.phoneInfo) == [ServerHarness.mask])
    #expect([link.idToken, link.refreshToken, link.expiresIn] == [nil, nil, nil])
    #expect(link.localId == kim.localId)
    let claims: JSONValue = ["sub": "g1", "email": .string(ServerHarness.email), "email_verified": true]
    let idp = try server.call(
      SignInWithIdp.self,
      .init(
        postBody: FormEncoding.encode([
          QueryItem("providerId", "google.com"), QueryItem("id_token", claims.text),
        ])))
    #expect(idp.mfaPendingCredential != nil)
    #expect([idp.idToken, idp.refreshToken, idp.expiresIn] == [nil, nil, nil])
    let token = try server.call(CreateCustomToken.self, .init(uid: kim.localId)).token
    let custom = try server.call(SignInWithCustomToken.self, .init(token: token))
    #expect(try server.lookup(custom.idToken)?.localId == kim.localId)
    // Each credential finishes, as what it began as.
    for (credential, provider) in [
      (link.mfaPendingCredential, "password"), (idp.mfaPendingCredential, "google.com"),
    ] {
      let info = try server.startSignIn(credential, link.mfaInfo?.first?.mfaEnrollmentId)
      let answer = try server.finishSignIn(credential, info, server.code(for: info))
      #expect(
        try AuthServerTests.claims(of: answer.idToken)["firebase"]?["sign_in_provider"] == .string(provider))
    }
  }

  @Test func aNumberIsNoFirstFactorBesideASecond() throws {
    let server = try ServerHarness(policy: .quick)
    let text =
      "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."
    let kim = try server.verifiedAccount()
    let link = try server.sendCode()
    _ = try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: link, code: server.code(for: link), idToken: kim.idToken, operation: .link))
    #expect(try server.signIn().localId == kim.localId)
    let enrolled = try server.enrollPhone(kim.idToken)
    #expect(refusal { try server.signIn() } == text)
    let again = try server.sendCode()
    #expect(
      refusal { try server.confirm(again, code: server.code(for: again), operation: .reauthenticate) } == text
    )
    let other = try server.sendCode(to: "+14155550188")
    #expect(
      refusal {
        try server.call(
          SignInWithPhoneNumber.self,
          .init(sessionInfo: other, code: server.code(for: other), idToken: enrolled.idToken))
      } == text)
    // A proof of the number, got by another account, is no way round.
    let eve = try server.signInByLink("eve@example.com")
    let taken = try server.sendCode()
    let proof = try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: taken, code: server.code(for: taken), idToken: eve.idToken)
    ).temporaryProof
    #expect(proof != nil)
    #expect(
      refusal {
        try server.call(
          SignInWithPhoneNumber.self, .init(temporaryProof: proof, phoneNumber: ServerHarness.number))
      } == text)
    // The number of a second factor is nobody's first one.
    #expect(try server.signIn(ServerHarness.factorNumber).isNewUser == true)
  }

  @Test func whatIsMissingIsNamed() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    #expect(refusal { try server.startPhoneEnrollment(nil) } == "INVALID_ID_TOKEN")
    #expect(refusal { try server.startPhoneEnrollment("x") } == "INVALID_ID_TOKEN")
    for number in ["", "4155550177", "+1 415 555 0177"] {
      #expect(
        refusal { try server.startPhoneEnrollment(kim.idToken, number) }
          == "INVALID_PHONE_NUMBER : Invalid format.")
    }
    #expect(
      refusal { try server.call(StartMFAEnrollment.self, .init(idToken: kim.idToken)) }
        == "Request contains an invalid argument.")
    #expect(
      refusal { try server.call(StartMFAEnrollment.self, .init(idToken: kim.idToken, tenantId: "t")) }
        == "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.")
    let unclear = "Request contains an invalid argument."
    let info = try server.startPhoneEnrollment(kim.idToken)
    #expect(refusal { try server.finishPhoneEnrollment(nil, info, "1") } == "INVALID_ID_TOKEN")
    #expect(refusal { try server.finishPhoneEnrollment(kim.idToken, "", "1") } == unclear)
    #expect(refusal { try server.finishPhoneEnrollment(kim.idToken, info, "") } == "MISSING_CODE")
    #expect(refusal { try server.finishPhoneEnrollment(kim.idToken, "x", "1") } == "INVALID_SESSION_INFO")
    #expect(
      refusal { try server.finishPhoneEnrollment(kim.idToken, info, server.wrongCode(for: info)) }
        == "INVALID_CODE")
    #expect(
      refusal { try server.call(FinalizeMFAEnrollment.self, .init(idToken: kim.idToken)) }
        == "Request contains an invalid argument.")
    let long = String(repeating: "n", count: 257)
    #expect(
      refusal { try server.finishPhoneEnrollment(kim.idToken, info, "1", name: long) }
        == "INVALID_ARGUMENT : displayName has at most 256 characters.")
    let enrolled = try server.finishPhoneEnrollment(kim.idToken, info, server.code(for: info), name: nil)
    #expect(
      refusal { try server.finishPhoneEnrollment(enrolled.idToken, info, "1") } == "INVALID_SESSION_INFO")

    let (credential, hints) = try server.firstFactor()
    let id = try #require(hints.first?.mfaEnrollmentId)
    #expect(hints.first?.displayName == nil)
    #expect(
      refusal { try server.startSignIn(nil, id) }
        == "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.")
    #expect(
      refusal { try server.startSignIn(credential, "") }
        == "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.")
    #expect(refusal { try server.startSignIn("x", id) } == "INVALID_PENDING_TOKEN")
    #expect(refusal { try server.startSignIn(credential, "x") } == "MFA_ENROLLMENT_NOT_FOUND")
    #expect(
      refusal {
        try server.call(
          StartMFASignIn.self,
          .init(mfaPendingCredential: credential, mfaEnrollmentId: id, phoneSignInInfo: nil))
      } == "Request contains an invalid argument.")
    let session = try server.startSignIn(credential, id)
    #expect(
      refusal { try server.finishSignIn("", session, "1") }
        == "MISSING_CREDENTIAL : Please set MFA Pending Credential.")
    #expect(refusal { try server.finishSignIn("x", session, "1") } == "INVALID_PENDING_TOKEN")
    #expect(refusal { try server.finishSignIn(credential, nil, "1") } == unclear)
    #expect(refusal { try server.finishSignIn(credential, session, nil) } == unclear)
    #expect(refusal { try server.finishSignIn(credential, "x", "1") } == "INVALID_SESSION_INFO")
    #expect(
      refusal { try server.call(FinalizeMFASignIn.self, .init(mfaPendingCredential: credential)) }
        == "Request contains an invalid argument.")
    #expect(
      refusal { try server.finishSignIn(credential, totp: "000000", of: id) } == "INVALID_MFA_ENROLLMENT_ID")
  }

  @Test func aFictionalNumberIsASecondFactorWithoutLimit() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let info = try server.startPhoneEnrollment(kim.idToken, "+16505553434")
    for _ in 1...20 {
      #expect(refusal { try server.finishPhoneEnrollment(kim.idToken, info, "111111") } == "INVALID_CODE")
    }
    _ = try server.finishPhoneEnrollment(kim.idToken, info, "654321")
    let (credential, hints) = try server.firstFactor()
    let session = try server.startSignIn(credential, hints.first?.mfaEnrollmentId)
    for _ in 1...2 {
      #expect(try server.finishSignIn(credential, session, "654321").idToken != nil)
    }
    #expect(try server.call(Outbox.self, .init()).messages.filter { $0.kind == "sms" } == [])
  }
}
