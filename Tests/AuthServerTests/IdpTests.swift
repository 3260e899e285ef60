import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct IdpTests {
  private static let kim: JSONValue = [
    "sub": "g1", "email": "Kim@Example.com", "email_verified": true, "name": "Kim Lee", "given_name": "Kim",
    "family_name": "Lee", "picture": "https://photos.example/kim",
  ]

  private static func form(_ claims: JSONValue, _ provider: String = "google.com") -> String {
    FormEncoding.encode([QueryItem("providerId", provider), QueryItem("id_token", claims.text)])
  }

  private func signIn(
    _ server: ServerHarness, _ claims: JSONValue, _ provider: String = "google.com",
    idToken: String? = nil, _ change: (inout SignInWithIdp.Request) -> Void = { _ in }
  ) throws -> SignInWithIdp.Response {
    var request = SignInWithIdp.Request(postBody: Self.form(claims, provider), idToken: idToken)
    change(&request)
    return try server.call(SignInWithIdp.self, request)
  }

  @Test(arguments: ["faceboo\u{212A}.com", "\u{212A}im.example"])
  func aProviderThatOnlyUnicodeTakesForAnotherIsNone(_ provider: String) throws {
    let server = try ServerHarness()
    #expect(
      refusal { try signIn(server, Self.kim, provider) }?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID")
        == true)
  }

  @Test func aFakeTokenSignsIn() throws {
    let server = try ServerHarness()
    let first = try signIn(server, Self.kim)
    #expect(first.isNewUser == true)
    #expect(first.needConfirmation == nil)
    #expect(first.errorMessage == nil)
    #expect(first.providerId == "google.com")
    #expect(first.federatedId == "https://accounts.google.com/g1")
    #expect(first.email == "kim@example.com")
    #expect(first.emailVerified == true)
    #expect(first.displayName == "Kim Lee")
    #expect(first.firstName == "Kim")
    #expect(first.oauthIdToken == Self.kim.text)
    #expect(first.rawUserInfo?.contains(#""id":"g1""#) == true)
    let claims = try claims(of: first.idToken)
    #expect(claims["name"] == "Kim Lee")
    #expect(
      claims["firebase"] == [
        "identities": ["email": ["kim@example.com"], "google.com": ["g1"]],
        "sign_in_provider": "google.com",
      ])
    let record = try #require(try server.lookup(first.idToken))
    #expect(record.providerUserInfo?.map(\.providerId) == ["google.com"])
    #expect(record.providerUserInfo?.first?.rawId == "g1")

    // The same as a JWT, by the address the provider sends back to.
    let jwt = "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(Base64URL.encode(Self.kim.text.utf8))."
    var request = SignInWithIdp.Request()
    request.requestUri = "http://localhost/cb?providerId=google.com#id_token=\(jwt)"
    let second = try server.call(SignInWithIdp.self, request)
    #expect(second.isNewUser == nil)
    #expect(second.localId == first.localId)
  }

  @Test func whatIsNoCredentialIsRefused() throws {
    let server = try ServerHarness()
    func send(_ form: String?, _ uri: String? = "http://localhost") -> String? {
      var request = SignInWithIdp.Request(postBody: form)
      request.requestUri = uri
      return refusal { try server.call(SignInWithIdp.self, request) }
    }
    #expect(send("x", nil) == "MISSING_REQUEST_URI")
    #expect(send("x", "localhost") == "INVALID_REQUEST_URI")
    let provider = "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential."
    #expect(send(nil) == provider)
    for name in ["phone", "password", "a b", "firebase"] {
      #expect(send(Self.form(Self.kim, name)) == provider)
    }
    for form in [
      "providerId=google.com", "providerId=google.com&id_token=x", "providerId=google.com&id_token={",
      "providerId=google.com&id_token=[1]", "providerId=google.com&access_token=x", Self.form(["sub": ""]),
      Self.form(["sub": 1]), Self.form([:]),
    ] {
      #expect(send(form)?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(form)")
    }
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
    #expect(
      refusal { try signIn(server, Self.kim) { $0.autoCreate = false } } == "USER_NOT_FOUND")
    #expect(refusal { try signIn(server, Self.kim) { $0.tenantId = "t" } } == "INVALID_TENANT_ID")
    _ = try server.setConfig(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(refusal { try signIn(server, Self.kim) } == "ADMIN_ONLY_OPERATION")
  }

  /// To the service `OIDC.x` is no provider; the emulator makes it `oidc.x`.
  @Test func theCaseOfAProvidersNameCounts() throws {
    let notFound = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    let strict = try ServerHarness(policy: .believingNobody)
    for provider in ["OIDC.x", "Oidc.x", "GOOGLE.COM"] {
      let form = Self.form(Self.kim, provider)
      #expect(refusal { try strict.call(SignInWithIdp.self, .init(postBody: form)) } == notFound)
      #expect(refusal { try strict.authorize(provider) } == notFound)
      let emulator = try ServerHarness(policy: .quickEmulator)
      #expect(
        try emulator.call(SignInWithIdp.self, .init(postBody: form)).providerId == provider.lowercased())
      #expect(try emulator.authorize(provider).providerId == provider.lowercased())
    }
  }

  @Test(arguments: [Policy.believingNobody, .quickEmulator])
  func aProviderMayNeedAConfiguration(policy: Policy) throws {
    let server = try ServerHarness(policy: policy.with { $0.providersByThemselves = false })
    let notFound = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    #expect(refusal { try server.authorize() } == notFound)
    #expect(
      refusal { try server.call(SignInWithIdp.self, .init(postBody: Self.form(Self.kim))) } == notFound)
    _ = try server.call(
      CreateProviderConfig<DefaultSupportedIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "clientSecret": "s3cret"],
      query: [.init(DefaultSupportedIdpConfigs.idParameter, "google.com")], asOwner: true)
    #expect(try server.signIn(at: "google.com", as: "kim@example.com").isNewUser == true)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func whenAPasswordWasSetOutlivesThePassword(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    try server.signUp()
    server.clock.advance(5)
    let claims: JSONValue = ["sub": "g1", "email": .string(ServerHarness.email), "email_verified": true]
    let account = try server.lookup(signIn(server, claims).idToken)
    #expect(account?.passwordHash == nil)
    #expect(account?.passwordUpdatedAt == 1_800_000_000_000)
  }

  @Test func anAddressThatNobodyVouchesForNeedsConfirmation() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let claims: JSONValue = ["sub": "f1", "email": "kim@example.com"]
    let answer = try signIn(server, claims, "facebook.com")
    #expect(answer.needConfirmation == true)
    #expect(answer.localId == kim.localId)
    #expect(answer.email == "kim@example.com")
    #expect(answer.idToken == nil)
    let pending = try #require(answer.pendingToken)
    // Once signed in, the person links what was pending.
    let linked = try server.call(
      SignInWithIdp.self, Self.pending(pending, idToken: kim.idToken))
    #expect(linked.localId == kim.localId)
    #expect(
      try server.lookup(linked.idToken)?.providerUserInfo?.map(\.providerId) == ["facebook.com", "password"])
    #expect(
      refusal { try server.call(SignInWithIdp.self, Self.pending(pending + "x")) } == "INVALID_PENDING_TOKEN")
    #expect(
      refusal { try server.call(SignInWithIdp.self, Self.pending(kim.idToken ?? "")) }
        == "INVALID_PENDING_TOKEN")
    #expect(refusal { try server.lookup(pending) } == "INVALID_ID_TOKEN")
    server.clock.advance(600)
    #expect(
      refusal { try server.call(SignInWithIdp.self, Self.pending(pending)) } == "INVALID_PENDING_TOKEN")
  }

  private static func pending(_ token: String, idToken: String? = nil) -> SignInWithIdp.Request {
    var request = SignInWithIdp.Request(idToken: idToken)
    request.pendingToken = token
    return request
  }

  @Test func aVerifiedAddressTakesOverWhatNobodyVerified() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let eve = try server.signUp(ServerHarness.email, "eve's password")
    server.clock.advance(1)
    let kim = try signIn(server, Self.kim)
    #expect(kim.localId == eve.localId)
    #expect(kim.emailVerified == true)
    let record = try #require(try server.lookup(kim.idToken))
    #expect(record.passwordHash == nil)
    #expect(record.displayName == "Kim Lee")
    #expect(refusal { try server.refresh(eve.refreshToken) } == "TOKEN_EXPIRED")

    let lee = try server.signInByLink("lee@example.com")
    var claims = Self.kim
    claims["sub"] = "g2"
    claims["email"] = "lee@example.com"
    #expect(try signIn(server, claims).localId == lee.localId)
    #expect(try server.refresh(lee.refreshToken).userId == lee.localId)
    #expect(try server.lookup(lee.idToken)?.emailLinkSignin == true)
  }

  @Test func anIdentityOfAnotherAccountIsNotLinked() throws {
    let server = try ServerHarness()
    let kim = try signIn(server, Self.kim)
    let phone = try server.signIn()
    let answer = try signIn(server, Self.kim, idToken: phone.idToken)
    #expect(answer.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(answer.idToken == nil)
    #expect(answer.oauthIdToken == Self.kim.text)
    #expect(
      try server.call(SignInWithIdp.self, Self.pending(try #require(answer.pendingToken))).localId
        == kim.localId)
    var sameAddress = Self.kim
    sameAddress["sub"] = "g9"
    #expect(try signIn(server, sameAddress, idToken: phone.idToken).errorMessage == "EMAIL_EXISTS")
    #expect(
      refusal { try signIn(server, Self.kim, idToken: phone.idToken) { $0.returnIdpCredential = nil } }
        == "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  @Test func anIdentityIsLinkedAndTakenAway() throws {
    let server = try ServerHarness()
    let phone = try server.signIn()
    let linked = try signIn(server, Self.kim, idToken: phone.idToken)
    #expect(linked.localId == phone.localId)
    #expect(linked.isNewUser == nil)
    #expect(try claims(of: linked.idToken)["firebase"]?["sign_in_provider"] == "google.com")
    let record = try server.lookup(linked.idToken)
    #expect(record?.email == "kim@example.com")
    #expect(record?.emailVerified == true)
    let left = try server.update(linked.idToken) { $0.deleteProvider = ["google.com"] }
    #expect(left.providerUserInfo?.map(\.providerId) == ["phone"])
    #expect(try signIn(server, ["sub": "g1"]).isNewUser == true)
  }

  @Test func anAddressStaysWhileAProviderVouchesForIt() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try signIn(server, Self.kim)
    let linked = try server.signUp(idToken: kim.idToken)
    let left = try server.update(linked.idToken) { $0.deleteProvider = ["password"] }
    #expect(left.email == "kim@example.com")
    #expect(left.providerUserInfo?.map(\.providerId) == ["google.com"])
  }

  @Test func accountsMayShareAnAddressWhereTheProjectAllows() throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try server.setConfig(["signIn": ["allowDuplicateEmails": true]])
    let link = try server.signInByLink()
    let google = try signIn(server, Self.kim)
    #expect(google.isNewUser == true)
    #expect(google.localId != link.localId)
    #expect(try server.lookup(google.idToken)?.email == nil)
    #expect(try server.lookup(google.idToken)?.providerUserInfo?.first?.email == "kim@example.com")
  }

  @Test func theWaysInOfAnAddressAreTold() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    _ = try signIn(server, Self.kim)
    func ways(_ email: String?) throws -> CreateAuthUri.Response {
      try server.call(CreateAuthUri.self, .init(identifier: email))
    }
    #expect(try ways("KIM@example.com").signinMethods == ["google.com"])
    _ = try server.signInByLink()
    #expect(try ways("kim@example.com").signinMethods == ["google.com", "emailLink"])
    #expect(try ways("kim@example.com").allProviders == ["google.com", "password"])
    let none = try ways("nobody@example.com")
    #expect(none.registered == false)
    #expect(none.signinMethods == [])
    let strict = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let nobody = try strict.call(CreateAuthUri.self, .init(identifier: "nobody@example.com"))
    #expect(nobody.registered == false)
    #expect([nobody.signinMethods, nobody.allProviders] == [nil, nil])
    #expect(refusal { try ways(nil) } == "MISSING_IDENTIFIER")
    #expect(refusal { try ways("kim") } == "INVALID_IDENTIFIER")
    var request = CreateAuthUri.Request(identifier: "kim@example.com")
    request.continueUri = nil
    #expect(refusal { try server.call(CreateAuthUri.self, request) } == "MISSING_CONTINUE_URI")
    request.continueUri = "x"
    #expect(
      refusal { try server.call(CreateAuthUri.self, request) }?.hasPrefix("INVALID_CONTINUE_URI") == true)
  }
}
