import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What answers look like, as the service and as Firebase's emulator give them.
@Suite struct AnswerFormTests {
  private static let policies = [Policy.quick, .quickEmulator]

  private func send(
    _ server: ServerHarness, _ path: String, _ body: String, asOwner: Bool = false
  ) throws -> JSONValue? {
    let response = try server.send(
      .post, path, query: asOwner ? [] : [QueryItem("key", "k")],
      headers: asOwner ? ["Authorization": "Bearer owner"] : [:], body: body)
    return JSONValue(json: response.body)
  }

  @Test func refusalsHaveTheFormOfTheirFrontEnd() throws {
    let code: JSONValue = "MISSING_ID_TOKEN"
    let errors: JSONValue = [["domain": "global", "message": code, "reason": "invalid"]]
    let (v1, v2) = (
      "/identitytoolkit.googleapis.com/v1/accounts", "/identitytoolkit.googleapis.com/v2/accounts"
    )
    let token = "/securetoken.googleapis.com/v1/token"
    let strict = try ServerHarness(policy: .quick)
    #expect(
      try send(strict, v1 + ":lookup", "{}") == ["error": ["code": 400, "errors": errors, "message": code]])
    #expect(
      try send(strict, v2 + "/mfaEnrollment:withdraw", "{}")
        == ["error": ["code": 400, "message": "INVALID_ID_TOKEN", "status": "INVALID_ARGUMENT"]])
    #expect(
      try send(strict, token, "{}")
        == ["error": ["code": 400, "message": "MISSING_GRANT_TYPE", "status": "INVALID_ARGUMENT"]])
    let page = try strict.send(.get, "/identitytoolkit.googleapis.com/v1/nothing")
    #expect(page.status == 404)
    #expect(page.headers["Content-Type"] == "text/html; charset=UTF-8")

    let emulator = try ServerHarness(policy: .quickEmulator)
    #expect(
      try send(emulator, v2 + "/mfaEnrollment:withdraw", "{}")
        == ["error": ["code": 400, "errors": errors, "message": code]])
    let unknown = try emulator.send(.get, "/identitytoolkit.googleapis.com/v1/nothing")
    #expect(JSONValue(json: unknown.body)?["error"]?["message"] == "Not Found")
  }

  @Test func aCallWithoutKeyIsToldSo() throws {
    func message(_ policy: Policy, _ query: [QueryItem] = []) throws -> JSONValue? {
      let server = try ServerHarness(policy: policy)
      _ = try server.setConfig(["client": ["apiKey": "right"]])
      let path = "/identitytoolkit.googleapis.com/v1/accounts:lookup"
      return JSONValue(json: try server.send(.post, path, query: query, body: "{}").body)?["error"]?[
        "message"]
    }
    #expect(
      try message(.quick)
        == """
        Method doesn't allow unregistered callers (callers without established identity). Please use API Key or \
        other form of API consumer identity to call this API.
        """)
    #expect(try message(.quickEmulator) == "The request is missing a valid API key.")
    #expect(try message(.quick, [QueryItem("key", "any")]) == "MISSING_ID_TOKEN")
    let own = Policy.quick.with { $0.anyAPIKey = false }
    #expect(
      try message(own, [QueryItem("key", "any")]) == "API key not valid. Please pass a valid API key.")
    #expect(try message(own, [QueryItem("key", "right")]) == "MISSING_ID_TOKEN")
  }

  @Test(arguments: policies)
  func anAccountIsDescribedInFull(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let isStrict = policy.serviceAnswers
    var new = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    (new.localId, new.displayName, new.phoneNumber) = ("kim", "Kim", "+1 650-555-0104")
    var made = SignUp.Response()
    (made.localId, made.email, made.displayName) = ("kim", ServerHarness.email, isStrict ? nil : "Kim")
    #expect(try server.call(SignUp.self, new, asOwner: true) == made)
    #expect(try server.call(SignUp.self, .init(), asOwner: true).email == (isStrict ? "" : nil))

    var record = AccountRecord(localId: "kim")
    (record.email, record.emailVerified, record.displayName) = (ServerHarness.email, false, "Kim")
    record.phoneNumber = "+16505550104"
    var password = ProviderUserInfo(providerId: "password", rawId: ServerHarness.email)
    (password.federatedId, password.email) = (ServerHarness.email, ServerHarness.email)
    password.displayName = "Kim"
    var phone = ProviderUserInfo(providerId: "phone", rawId: "+16505550104")
    phone.phoneNumber = "+16505550104"
    record.providerUserInfo = isStrict ? [phone, password] : [password, phone]
    record.passwordHash = AccountRecord.redactedHash
    record.passwordUpdatedAt = 1_800_000_000_000
    (record.validSince, record.createdAt) = ("1800000000", "1800000000000")
    record.disabled = isStrict ? false : nil
    record.lastLoginAt = isStrict ? nil : "1800000000000"
    func found() throws -> AccountRecord? {
      try server.call(Lookup.self, .init(localId: ["kim"]), asOwner: true).users?.first
    }
    #expect(try found() == record)

    server.clock.advance(5)
    _ = try server.signIn(password: ServerHarness.password)
    record.lastLoginAt = "1800000005000"
    record.lastRefreshAt = isStrict ? "2027-01-15T08:00:05.000000Z" : "2027-01-15T08:00:05.000Z"
    #expect(try found() == record)
  }

  @Test func onlyANumberOrNobodyHasNoStart() throws {
    let server = try ServerHarness(policy: .quick)
    let link = try server.signInByLink()
    #expect(try server.lookup(link.idToken)?.validSince == "1800000000")
    #expect(try server.lookup(server.signIn().idToken)?.validSince == nil)
    #expect(try server.lookup(server.signUp(nil, nil).idToken)?.validSince == nil)
  }

  @Test(arguments: policies)
  func aPasswordSignInNamesThePerson(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    func name() throws -> String? { try server.signIn(password: ServerHarness.password).displayName }
    #expect(try name() == (policy.serviceAnswers ? "" : nil))
    _ = try server.update(kim.idToken) { ($0.displayName, $0.photoUrl) = ("", "") }
    #expect(try server.lookup(kim.idToken)?.displayName == "")
    #expect(try server.lookup(kim.idToken)?.photoUrl == "")
    #expect(try name() == "")
  }

  @Test func whoAsksForNoSecureTokenGetsALegacyOne() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    var request = SignInWithPassword.Request(email: ServerHarness.email, password: ServerHarness.password)
    request.returnSecureToken = nil
    let legacy = try server.call(SignInWithPassword.self, request)
    #expect([legacy.refreshToken, legacy.expiresIn] == [nil, nil])
    let uid = try #require(legacy.localId)
    let expected: JSONValue = [
      "aud": "demo-test", "email": "kim@example.com", "exp": 1_801_209_600, "extra_claims": [:],
      "iat": 1_800_000_000, "iss": "https://identitytoolkit.google.com/", "sign_in_provider": "password",
      "user_id": .string(uid), "verified": false,
    ]
    #expect(try claims(of: legacy.idToken) == expected)
    let header = legacy.idToken.map { $0.prefix { $0 != "." } }.flatMap { Data(base64URL: String($0)) }
    #expect(header.flatMap { JSONValue(json: $0) }?.members?.map(\.name) == ["alg", "kid"])
    server.clock.advance(1_209_000)
    #expect(try server.lookup(legacy.idToken)?.email == ServerHarness.email)
    let session = try server.signIn(password: ServerHarness.password)
    let changed = try server.update(session.idToken) {
      ($0.password, $0.returnSecureToken) = ("another one", false)
    }
    #expect([changed.refreshToken, changed.expiresIn] == [nil, nil])
    #expect(try claims(of: changed.idToken)["iss"] == "https://identitytoolkit.google.com/")
    #expect(try server.lookup(changed.idToken) != nil)

    let emulator = try ServerHarness(policy: .quickEmulator)
    try emulator.signUp()
    #expect(try emulator.call(SignInWithPassword.self, request).refreshToken != nil)
  }

  @Test func whereABlockingFunctionIsAskedEveryTokenIsASecureOne() throws {
    let server = try ServerHarness(policy: .quick, functions: FunctionFake { _ in .allowed })
    try server.signUp()
    var request = SignInWithPassword.Request(email: ServerHarness.email, password: ServerHarness.password)
    request.returnSecureToken = nil
    #expect(try server.call(SignInWithPassword.self, request).refreshToken == nil)
    try server.setFunctions(["beforeCreate"])
    #expect(try server.call(SignInWithPassword.self, request).refreshToken == nil)
    try server.setFunctions(["beforeSignIn"])
    #expect(try server.call(SignInWithPassword.self, request).refreshToken != nil)
  }

  @Test func aLegacyTokenIsOfItsTenantAlone() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    let kim = try server.signUp(in: id)
    let changed = try server.update(kim.idToken) {
      ($0.password, $0.returnSecureToken) = ("another one", false)
    }
    #expect(try claims(of: changed.idToken)["tenant"]?.string == id)
    #expect(try server.lookup(changed.idToken)?.localId == kim.localId)
    var elsewhere = Lookup.Request(idToken: changed.idToken)
    elsewhere.tenantId = try server.makeTenant()
    #expect(refusal { try server.call(Lookup.self, elsewhere) }?.hasPrefix("TENANT_ID_MISMATCH") == true)
  }

  /// Ending sessions shows no password, so nothing that it answers counts as a sign-in.
  @Test func aLegacyTokenDoesNotMakeAnOldSignInRecent() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    server.clock.advance(600)
    let ended = try server.update(kim.idToken) { ($0.validSince, $0.returnSecureToken) = ("1", nil) }
    #expect(
      refusal { try server.update(ended.idToken) { $0.password = "another one" } }
        == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  /// It is good for weeks, so it ends when its account gets a password.
  @Test func aLegacyTokenEndsWithTheUpgradeOfItsAccount() throws {
    let server = try ServerHarness(policy: .quick)
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim")).token
    var signIn = SignInWithCustomToken.Request(token: token)
    signIn.returnSecureToken = nil
    let legacy = try server.call(SignInWithCustomToken.self, signIn).idToken
    server.clock.advance(60)
    let upgraded = try server.call(
      SignUp.self,
      .init(email: ServerHarness.email, password: ServerHarness.password, idToken: legacy))
    #expect(refusal { try server.call(DeleteAccount.self, .init(idToken: legacy)) } == "TOKEN_EXPIRED")
    #expect(try server.lookup(upgraded.idToken)?.localId == "kim")
    #expect(try server.refresh(upgraded.refreshToken).userId == "kim")

    // Nor is it a recent sign-in later.
    let other = try ServerHarness(policy: .quick)
    signIn.token = try other.call(CreateCustomToken.self, .init(uid: "lee")).token
    let late = try other.call(SignInWithCustomToken.self, signIn).idToken
    other.clock.advance(301)
    #expect(
      refusal {
        try other.call(
          SignUp.self, .init(email: ServerHarness.email, password: ServerHarness.password, idToken: late))
      } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  @Test func aLegacyTokenKeepsTheClaimsOfACustomToken() throws {
    let server = try ServerHarness(policy: .quick)
    let custom = try server.call(CreateCustomToken.self, .init(uid: "kim", claims: ["role": "tester"])).token
    var request = SignInWithCustomToken.Request(token: custom)
    request.returnSecureToken = nil
    let legacy = try server.call(SignInWithCustomToken.self, request).idToken
    #expect(try claims(of: legacy)["extra_claims"] == ["role": "tester"])
    let changed = try server.update(legacy) { $0.displayName = "Kim" }
    #expect(changed.displayName == "Kim")
    var link = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    link.idToken = legacy
    #expect(try claims(of: server.call(SignUp.self, link).idToken)["role"] == "tester")
    // To link another provider takes a newer token.
    let google = "providerId=google.com&id_token=" + FormEncoding.encode(#"{"sub":"1"}"#)
    var provider = SignInWithIdp.Request(postBody: google)
    provider.idToken = legacy
    let lenient = try server.reopened(policy: .quick.with { $0.idpTokensChecked = false })
    #expect(refusal { try lenient.call(SignInWithIdp.self, provider) } == "INVALID_ID_TOKEN")
  }

  @Test(arguments: policies)
  func enumsComeAsNumbersAndTextToo(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let path = "/identitytoolkit.googleapis.com/v1/accounts"
    let mail = #"{"requestType":6,"email":"kim@example.com","clientType":2}"#
    #expect(try send(server, path + ":sendOobCode", mail)?["email"] == "kim@example.com")
    #expect(try server.mails().last?.subject == "Sign in to demo-test")
    #expect(
      try send(server, path + ":sendOobCode", #"{"requestType":99}"#)?["error"]?["message"]
        == "INVALID_REQ_TYPE")
    let made = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts"
    #expect(try send(server, made, #"{"localId":7}"#, asOwner: true)?["localId"] == "7")
    for ids in ["7", #""7""#, "[7]", #"["7"]"#] {
      let users = try send(server, made + ":lookup", #"{"local_id":\#(ids)}"#, asOwner: true)?["users"]
      #expect(users?.array?.first?["localId"] == "7", "\(ids)")
    }
    for body in [#"{"localId":{}}"#, #"{"localId":[[]]}"#, #"{"localId":true}"#] {
      #expect(try send(server, made + ":lookup", body, asOwner: true)?["error"]?["code"] == 400, "\(body)")
    }
  }

  @Test func onlyTheOwnerNamesAnotherProject() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
    for body in [#"{"targetProjectId":"demo-other"}"#, #"{"target_project_id":"demo-other"}"#] {
      #expect(
        try send(server, path, body)?["error"]?["message"]
          == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
    }
    _ = try send(server, path, #"{"targetProjectId":"demo-other","localId":"kim"}"#, asOwner: true)
    let found = "/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts:lookup"
    #expect(try send(server, found, #"{"localId":["kim"]}"#, asOwner: true)?["users"]?.array?.count == 1)
    #expect(try send(server, path, #"{"displayName":"the target"}"#)?["localId"] != nil)
  }

  /// It is the account of the token that goes, or nothing.
  @Test(arguments: policies)
  func theOwnerDeletesByName(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    #expect(
      refusal { try server.call(DeleteAccount.self, .init(idToken: kim.idToken), asOwner: true) }
        == "MISSING_LOCAL_ID")
    #expect(try server.lookup(kim.idToken) != nil)
  }

  @Test func aClientsEndOfItsSessionsIsObeyed() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    server.clock.advance(301)
    let changed = try server.update(kim.idToken) { $0.validSince = "1" }
    #expect(refusal { try server.refresh(kim.refreshToken) } == "TOKEN_EXPIRED")
    #expect(try server.lookup(changed.idToken)?.validSince == "1800000000")
    #expect(try server.refresh(changed.refreshToken).userId == kim.localId)
    // Ending them is no sign-in.
    #expect(
      refusal { try server.update(changed.idToken) { $0.password = "another one" } }
        == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  /// As whoever tests against the emulator is used to.
  @Test func aTokenOfAChangesOwnSecondIsStillGoodToTheEmulator() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp()
    _ = try server.update(kim.idToken) { $0.password = "another one" }
    #expect(try server.lookup(kim.idToken)?.localId == kim.localId)
    #expect(try server.refresh(kim.refreshToken).userId == kim.localId)
    server.clock.advance(1)
    _ = try server.update(kim.idToken) { $0.password = "a third one" }
    #expect(refusal { try server.lookup(kim.idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(kim.refreshToken) } == "TOKEN_EXPIRED")
  }

  @Test func aWrongFieldIsNamedAsTheServiceNamesIt() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    func update(_ change: (inout UpdateAccount.Request) -> Void) -> String? {
      refusal { try server.update(kim.idToken, change) }
    }
    #expect(
      update { $0.displayName = String(repeating: "x", count: 257) }
        == "INVALID_PROFILE_ATTRIBUTE : Display name too long.")
    #expect(update { $0.linkProviderUserInfo = .init(providerId: "google.com") } == "UNEXPECTED_PARAMETER")
    #expect(
      update { $0.deleteAttribute = [.init(rawValue: "NOSE")] }
        == "Invalid value at 'delete_attribute[0]' "
        + #"(type.googleapis.com/google.cloud.identitytoolkit.v1.SetAccountInfoRequest.UserAttributeName), "NOSE""#
    )
    #expect(refusal { try server.lookup("") } == "INVALID_ID_TOKEN")
    #expect(
      refusal {
        try server.update(asOwner: true) {
          ($0.localId, $0.linkProviderUserInfo) = (kim.localId, .init(providerId: "google.com"))
        }
      } == "MISSING_IDENTIFIER")
  }

  @Test(arguments: [
    ("", #"{"email":true}"#, "email", "Invalid value at 'email' (TYPE_STRING), true"),
    (
      "", #"{"returnSecureToken":true,"displayName":false}"#, "display_name",
      "Invalid value at 'display_name' (TYPE_STRING), false"
    ),
    ("", #"{"disabled":"no"}"#, "disabled", #"Invalid value at 'disabled' (TYPE_BOOL), "no""#),
    ("", #"{"email":{}}"#, nil, "Invalid value (email), Starting an object on a scalar field"),
    (
      "", #"{"email":[]}"#, nil,
      #"Invalid JSON payload received. Unknown name "email": Proto field is not repeating, cannot start list."#
    ),
    (
      ":batchCreate", #"{"users":[{},{"email":false}]}"#, "users[1].email",
      "Invalid value at 'users[1].email' (TYPE_STRING), false"
    ),
    (
      ":batchCreate", #"{"users":[{"providerUserInfo":[{"rawId":{}}]}]}"#, "users[0].provider_user_info[0]",
      "Invalid value at 'users[0].provider_user_info[0]' (raw_id), Starting an object on a scalar field"
    ),
    (":batchCreate", #"{"rounds":"x"}"#, "rounds", #"Invalid value at 'rounds' (TYPE_INT32), "x""#),
    (
      "", "[]", nil,
      #"Invalid JSON payload received. Unknown name "": Root element must be a message."#
    ),
  ])
  func aValueOfTheWrongTypeIsShown(method: String, body: String, field: String?, message: String) throws {
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts" + method
    var violation: JSONValue = ["description": .string(message)]
    violation["field"] = field.map { .string($0) }
    let error: JSONValue = [
      "code": 400,
      "details": [["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]]],
      "errors": [["domain": "global", "message": .string(message), "reason": "invalid"]],
      "message": .string(message), "status": "INVALID_ARGUMENT",
    ]
    #expect(
      try send(ServerHarness(policy: .quick), path, body, asOwner: true) == ["error": error])
    let emulated = try send(ServerHarness(policy: .quickEmulator), path, body, asOwner: true)?["error"]
    #expect(emulated?["message"]?.string?.hasPrefix("Invalid JSON payload received. ") == true)
    #expect(emulated?["details"] == nil)
  }

  @Test func textMayStandForANumberOrASwitch() throws {
    let server = try ServerHarness(policy: .quick)
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts"
    let made = try send(server, path, #"{"localId":"kim","disabled":"true"}"#, asOwner: true)
    #expect(made?["localId"] == "kim")
    #expect(try server.account("kim")?.disabled == true)
    _ = try send(
      server, path + ":batchCreate",
      #"{"users":[{"localId":"mo"}],"hashAlgorithm":"SHA256","rounds":"1"}"#, asOwner: true)
    #expect(try server.account("mo") != nil)
  }

  @Test func anUnknownMethodIsAPageThatIsNotFound() throws {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:unknown"
    let page = try ServerHarness(policy: .quick).send(.post, path, query: [QueryItem("key", "k")])
    #expect(page.status == 404)
    #expect(page.headers["Content-Type"] == "text/html; charset=UTF-8")
    let answer = try ServerHarness(policy: .quickEmulator).send(.post, path, query: [QueryItem("key", "k")])
    #expect(answer.status == 404)
    #expect(JSONValue(json: answer.body)?["error"]?["status"] == "NOT_FOUND")
  }

  @Test func claimsAreKeptAsTheyWereSent() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    for claims in [#"{ "b": 1,  "a" : [2] }"#, "{}"] {
      try server.update(asOwner: true) { ($0.localId, $0.customAttributes) = (kim.localId, claims) }
      #expect(try server.lookup(kim.idToken)?.customAttributes == claims)
    }
    #expect(try claims(of: server.refresh(kim.refreshToken).idToken)["a"] == nil)
  }
}
