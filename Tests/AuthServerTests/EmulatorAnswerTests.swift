import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// What Firebase's emulator answers, and what the service answers instead.
@Suite struct EmulatorAnswerTests {
  private typealias Harness = ServerHarness

  static let both = [Policy.quickEmulator, .quick.with { $0.enumerationProtection = false }]

  private func signIn(
    _ server: ServerHarness, _ claims: JSONValue, _ provider: String = "google.com",
    saml: JSONValue? = nil, idToken: String? = nil
  ) throws -> SignInWithIdp.Response {
    var items = [QueryItem("providerId", provider), QueryItem("id_token", claims.text)]
    if let saml { items.append(QueryItem("SAMLResponse", saml.text)) }
    return try server.call(
      SignInWithIdp.self, SignInWithIdp.Request(postBody: FormEncoding.encode(items), idToken: idToken))
  }

  private func described(_ id: String?, phone: String? = Harness.factorNumber) -> MFAEnrollment {
    var factor = MFAEnrollment(mfaEnrollmentId: id)
    factor.phoneInfo = phone
    return factor
  }

  @Test(arguments: both)
  func theRefreshTokenOfADeletedAccountIsNone(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    let number = policy.serviceAnswers ? "312950043993" : "12345"
    #expect(try server.refresh(kim.refreshToken).projectId == number)
    #expect(try server.call(ClientProjectConfig.self, .init()).projectId == number)
    _ = try server.call(DeleteAccount.self, .init(idToken: kim.idToken))
    #expect(
      refusal { try server.refresh(kim.refreshToken) }
        == (policy.serviceAnswers ? "USER_NOT_FOUND" : "INVALID_REFRESH_TOKEN"))
  }

  @Test(arguments: both)
  func theFactorsOfAnUpdateHaveIDsAndNumbers(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    func update(_ factors: [MFAEnrollment]) -> String? {
      refusal {
        try server.update(asOwner: true) { ($0.localId, $0.mfa) = (kim.localId, .init(enrollments: factors)) }
      }
    }
    let isStrict = policy.serviceAnswers
    #expect(
      update([described(nil)])
        == (isStrict ? nil : "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."))
    #expect(
      update([described("f1", phone: nil)])
        == (isStrict ? "UNSUPPORTED_SECOND_FACTOR" : "INVALID_MFA_PHONE_NUMBER : Invalid format."))
    #expect(
      update([described("f1", phone: "1")])
        == (isStrict ? "INVALID_PHONE_NUMBER" : "INVALID_MFA_PHONE_NUMBER") + " : Invalid format.")
    #expect(update([described("f1")]) == nil)
    #expect(try server.account(kim.localId ?? "")?.mfaInfo?.map(\.mfaEnrollmentId) == ["f1"])
    func update(to mfa: JSONValue) -> String? {
      refusal {
        try server.asOwner(
          .post, "v1/projects/demo-test/accounts:update",
          ["localId": .string(kim.localId ?? ""), "mfa": mfa])
      }
    }
    let problem = "Invalid JSON payload received. /mfa/enrollments must be array"
    #expect(update(to: ["enrollments": .null]) == (isStrict ? nil : problem))
    #expect(update(to: [:]) == nil)
    #expect(try server.account(kim.localId ?? "")?.mfaInfo == nil)
  }

  @Test(arguments: both)
  func whoHasWithdrawnTheLastFactorHasAnEmptyListAtTheEmulator(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    func factors() throws -> [MFAEnrollment]? { try server.account(kim.localId ?? "")?.mfaInfo }
    let enrolled = try server.enrollPhone(kim.idToken)
    let id = try factors()?.first?.mfaEnrollmentId
    _ = try server.withdraw(enrolled.idToken, id)
    #expect(try factors() == (policy.serviceAnswers ? nil : []))
    _ = try server.asOwner(
      .post, "v1/projects/demo-test/accounts:update", ["localId": .string(kim.localId ?? ""), "mfa": [:]])
    #expect(try factors() == nil)
  }

  @Test func theFactorsOfASignUpGetNewIDs() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    func ids(_ request: SignUp.Request, asOwner: Bool) throws -> [String?]? {
      var request = request
      request.mfaInfo = [described("f1")]
      let uid = try server.call(SignUp.self, request, asOwner: asOwner).localId
      return try server.account(uid ?? "")?.mfaInfo?.map(\.mfaEnrollmentId)
    }
    for (index, asOwner) in [false, true].enumerated() {
      let request = SignUp.Request(email: "kim\(index)@example.com", password: Harness.password)
      let made = try #require(try ids(request, asOwner: asOwner))
      #expect(made.count == 1)
      #expect(made != ["f1"])
    }
    let strict = try ServerHarness(policy: .quick)
    var request = SignUp.Request(email: Harness.email, password: Harness.password)
    (request.localId, request.mfaInfo) = ("kim", [described("f1")])
    _ = try strict.call(SignUp.self, request, asOwner: true)
    #expect(try strict.account("kim")?.mfaInfo?.map(\.mfaEnrollmentId) == ["f1"])
  }

  /// What a client says of the time does not matter; at the service, zero is no time.
  @Test(arguments: both)
  func aClientEndsItsSessionsWithZero(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    server.clock.advance(10)
    let changed = try server.update(kim.idToken) { $0.validSince = "0" }
    #expect((changed.idToken == nil) == policy.serviceAnswers)
    #expect(
      try server.account(kim.localId ?? "")?.validSince
        == (policy.serviceAnswers ? "1800000000" : "1800000010"))
  }

  @Test(arguments: both)
  func aRefusedChangeOfAddressSpendsItsCode(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) { ($0.idToken, $0.newEmail) = (kim.idToken, "new@example.com") }
    let code = try server.mailedCode("new@example.com")
    let link = try server.sendLink(to: "lee@example.com")
    try server.signUp("new@example.com")
    try server.signUp("lee@example.com")
    let again = policy.serviceAnswers ? "EMAIL_EXISTS" : "INVALID_OOB_CODE"
    #expect(refusal { try server.apply(code) } == "EMAIL_EXISTS")
    #expect(refusal { try server.apply(code) } == again)
    func signIn() -> String? {
      refusal { try server.signIn(linkTo: "lee@example.com", code: link, idToken: kim.idToken) }
    }
    #expect(signIn() == "EMAIL_EXISTS")
    #expect(signIn() == again)
  }

  @Test(arguments: both)
  func aDisabledAccountSpendsItsLink(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signInByLink()
    let link = try server.sendLink()
    try server.disable(kim.localId)
    #expect(refusal { try server.signIn(code: link) } == "USER_DISABLED")
    #expect(
      refusal { try server.signIn(code: link) }
        == (policy.serviceAnswers ? "USER_DISABLED" : "INVALID_OOB_CODE"))
  }

  @Test(arguments: both)
  func aChangeByALinkMailsNoWayBack(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) { ($0.idToken, $0.newEmail) = (kim.idToken, "new@example.com") }
    #expect(try server.apply(server.mailedCode("new@example.com")).newEmail == "new@example.com")
    #expect(
      try server.call(OobCodes.self, .init()).oobCodes.map(\.requestType)
        == (policy.serviceAnswers ? [.recoverEmail] : []))
    #expect(try server.account(kim.localId ?? "")?.initialEmail == Harness.email)
  }

  @Test(arguments: both)
  func aFunctionVerifiesAnAccountThatHasNoAddress(policy: Policy) throws {
    let functions = FunctionFake { _ in .userRecord(["emailVerified": true]) }
    let server = try ServerHarness(policy: policy, functions: functions)
    try server.setFunctions(["beforeSignIn"])
    let kim = try server.signIn()
    let expected: Bool? = policy.serviceAnswers ? nil : true
    #expect(try claims(of: kim.idToken)["email_verified"]?.bool == expected)
    if !policy.serviceAnswers { #expect(try server.lookup(kim.idToken)?.emailVerified == true) }
    #expect(try claims(of: server.signUp(nil, nil).idToken)["email_verified"] == nil)
  }

  @Test(arguments: both)
  func aLinkedIdentityIsStoredAsGiven(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    let changed = try server.update(asOwner: true) {
      ($0.localId, $0.linkProviderUserInfo) = (kim.localId, .init(providerId: "google.com", rawId: "g1"))
    }
    let google = changed.providerUserInfo?.first { $0.providerId == "google.com" }
    #expect(google?.federatedId == (policy.serviceAnswers ? "g1" : nil))
  }

  @Test(arguments: both)
  func aProviderReplacesTheProfileOfAnAddress(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    try server.update(kim.idToken) { ($0.displayName, $0.photoUrl) = ("Kim", "https://photos.example/kim") }
    let joined = try signIn(
      server, ["sub": "g1", "email": .string(Harness.email), "email_verified": true, "screen_name": "kim"])
    #expect(joined.localId == kim.localId)
    let record = try server.account(kim.localId ?? "")
    #expect(record?.displayName == (policy.serviceAnswers ? "Kim" : nil))
    #expect(record?.photoUrl == (policy.serviceAnswers ? "https://photos.example/kim" : nil))
    #expect(record?.screenName == (policy.serviceAnswers ? nil : "kim"))
  }

  @Test(arguments: both)
  func aProviderIsLinkedAsTheFunctionSays(policy: Policy) throws {
    let functions = FunctionFake { _ in .userRecord(["displayName": "Lee", "sessionClaims": ["ip": "1"]]) }
    let server = try ServerHarness(policy: policy, functions: functions)
    let kim = try server.signUp()
    try server.setFunctions(["beforeSignIn"])
    let linked = try signIn(server, ["sub": "g1"], idToken: kim.idToken)
    #expect(functions.names == (policy.serviceAnswers ? [] : ["beforeSignIn"]))
    #expect(try claims(of: linked.idToken)["ip"] == (policy.serviceAnswers ? nil : "1"))
    let record = try server.account(kim.localId ?? "")
    #expect(record?.displayName == (policy.serviceAnswers ? nil : "Lee"))
    #expect(record?.providerUserInfo?.contains { $0.providerId == "google.com" } == true)
    // A link and a number are linked in the same way.
    _ = try server.signIn(code: server.sendLink(), idToken: linked.idToken)
    let info = try server.sendCode()
    var request = SignInWithPhoneNumber.Request(sessionInfo: info, code: try server.code(for: info))
    request.idToken = linked.idToken
    #expect(try server.call(SignInWithPhoneNumber.self, request).idToken != nil)
    #expect(
      functions.events.map { $0["sign_in_method"] }
        == (policy.serviceAnswers ? [] : ["google.com", "emailLink", "phone"]))
  }

  @Test func whomTheFunctionRefusesIsNotLinked() throws {
    let functions = FunctionFake { _ in .function(403, "{}") }
    let server = try ServerHarness(policy: .quickEmulator, functions: functions)
    let kim = try server.signUp()
    try server.setFunctions(["beforeSignIn"])
    let problem = refusal { try signIn(server, ["sub": "g1"], idToken: kim.idToken) }
    #expect(problem?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE") == true)
    #expect(try server.account(kim.localId ?? "")?.providerUserInfo?.map(\.providerId) == ["password"])
  }

  @Test(arguments: both)
  func aLinkAsksForTheSecondFactor(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    let enrolled = try server.enrollPhone(kim.idToken)
    let byLink = try server.signIn(code: server.sendLink(), idToken: enrolled.idToken)
    #expect((byLink.idToken == nil) == !policy.serviceAnswers)
    #expect((byLink.mfaPendingCredential == nil) == policy.serviceAnswers)
    #expect(byLink.isNewUser == false)
    #expect(byLink.email == Harness.email)
    let byProvider = try signIn(server, ["sub": "g1"], idToken: enrolled.idToken)
    #expect((byProvider.mfaPendingCredential == nil) == policy.serviceAnswers)
    #expect((byProvider.idToken == nil) == !policy.serviceAnswers)
    let record = try server.account(kim.localId ?? "")
    #expect(record?.emailLinkSignin == true)
    #expect(record?.providerUserInfo?.contains { $0.providerId == "google.com" } == true)
    guard let credential = byProvider.mfaPendingCredential else { return }
    let info = try server.startSignIn(credential, byProvider.mfaInfo?.first?.mfaEnrollmentId)
    let signedIn = try server.finishSignIn(credential, info, server.code(for: info))
    #expect(try claims(of: signedIn.idToken)["firebase"]?["sign_in_provider"] == "google.com")
  }

  @Test(arguments: both)
  func anAccountIsFoundByItsProvidersOldAddress(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    _ = try server.setConfig(
      ["signIn": ["allowDuplicateEmails": true]], mask: "signIn.allowDuplicateEmails")
    let kim = try signIn(server, ["sub": "g1", "email": "alice@example.com", "email_verified": true])
    _ = try server.signIn(
      linkTo: "bob@example.com", code: server.sendLink(to: "bob@example.com"), idToken: kim.idToken)
    var request = CreateAuthUri.Request(identifier: "alice@example.com")
    request.continueUri = Harness.page
    let ways = try server.call(CreateAuthUri.self, request)
    #expect(ways.registered == !policy.serviceAnswers)
    #expect(ways.allProviders == (policy.serviceAnswers ? nil : ["password"]))
    #expect(ways.signinMethods == (policy.serviceAnswers ? nil : ["emailLink"]))
  }

  @Test(arguments: [
    ("http://localhost", "access_token=foo", "http://localhost/?access_token=foo"),
    ("http://localhost?a=1#b=2", "", "http://localhost/?a=1&b=2"),
    ("http://localhost/cb", "providerId=&id_token=x", "http://localhost/cb?providerId=&id_token=x"),
  ])
  func aMissingProviderIsToldWithTheRequest(uri: String, body: String, address: String) throws {
    var request = SignInWithIdp.Request(postBody: body)
    request.requestUri = uri
    let server = try ServerHarness(policy: .quickEmulator)
    #expect(
      refusal { try server.call(SignInWithIdp.self, request) }
        == "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(address)")
  }

  @Test(arguments: both)
  func anUploadedIdentityThatHasOnlyAFederatedIDIsNotRead(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    var google = ProviderUserInfo(providerId: nil)
    google.federatedId = "https://accounts.google.com/g1"
    var user = AccountRecord(localId: "kim")
    user.providerUserInfo = [google]
    let problem =
      policy.serviceAnswers
      ? "federatedId or (providerId & rawId) is required"
      : "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a "
        + "workaround.))"
    #expect(try server.upload([user]) == ["0: \(problem)"])
  }

  @Test(arguments: both)
  func anAssertionBesideATokenIsRead(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let saml: JSONValue = [
      "assertion": ["subject": ["nameId": "Kim@example.com"], "attributeStatements": ["role": "a"]]
    ]
    func send() throws -> SignInWithIdp.Response {
      try signIn(server, ["sub": "s1", "email": "other@example.com"], "saml.acme", saml: saml)
    }
    guard !policy.serviceAnswers else {
      #expect(
        refusal(send)
          == "INVALID_IDP_RESPONSE : ((A SAMLResponse is a SAML provider's, and comes without other tokens.))"
      )
      return
    }
    let kim = try send()
    #expect(kim.email == "Kim@example.com")
    #expect(try server.lookup(kim.idToken)?.email == "kim@example.com")
    #expect(kim.emailVerified == true)
    #expect(kim.rawUserInfo == #"{"role":"a"}"#)
    #expect(try claims(of: kim.idToken)["firebase"]?["sign_in_attributes"] == ["role": "a"])
    #expect(
      try server.lookup(kim.idToken)?.providerUserInfo?.map(\.rawId) == ["s1"])
  }
}
