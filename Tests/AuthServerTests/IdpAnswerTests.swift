import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What `signInWithIdp` answers, to the service's clients and to the emulator's.
@Suite struct IdpAnswerTests {
  private static let kim: JSONValue = [
    "sub": "g1", "email": "kim@example.com", "email_verified": "true", "name": "Kim Lee",
    "screen_name": "kimlee", "given_name": "Kim",
  ]

  private func signIn(
    _ server: ServerHarness, _ claims: JSONValue, _ provider: String = "google.com", idToken: String? = nil,
    more: [QueryItem] = [], _ change: (inout SignInWithIdp.Request) -> Void = { _ in }
  ) throws -> SignInWithIdp.Response {
    let form = [QueryItem("providerId", provider), QueryItem("id_token", claims.text)] + more
    var request = SignInWithIdp.Request(postBody: FormEncoding.encode(form), idToken: idToken)
    change(&request)
    return try server.call(SignInWithIdp.self, request)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func aFirstSignInTellsEverything(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let answer = try signIn(server, Self.kim)
    var expected = SignInWithIdp.Response()
    expected.context = policy.serviceAnswers ? nil : ""
    (expected.providerId, expected.federatedId) = ("google.com", "https://accounts.google.com/g1")
    (expected.email, expected.emailVerified) = ("kim@example.com", true)
    (expected.displayName, expected.fullName, expected.firstName) = ("Kim Lee", "Kim Lee", "Kim")
    expected.screenName = "kimlee"
    expected.rawUserInfo =
      #"{"granted_scopes":"openid https://www.googleapis.com/auth/userinfo.profile "#
      + #"https://www.googleapis.com/auth/userinfo.email","id":"g1","name":"Kim Lee","given_name":"Kim","#
      + #""verified_email":true,"locale":"en","email":"kim@example.com"}"#
    expected.oauthIdToken = Self.kim.text
    expected.oauthAccessToken =
      policy.serviceAnswers ? nil : "FirebaseAuthEmulatorFakeAccessToken_google.com"
    expected.isNewUser = true
    expected.pendingToken = answer.pendingToken
    (expected.idToken, expected.refreshToken) = (answer.idToken, answer.refreshToken)
    (expected.expiresIn, expected.localId) = ("3600", answer.localId)
    #expect(answer == expected)
    #expect((answer.pendingToken != nil) == policy.serviceAnswers)
    let again = try signIn(server, Self.kim)
    #expect(again.isNewUser == nil)
    #expect(try server.lookup(again.idToken)?.providerUserInfo?.first?.federatedId == "g1")
  }

  /// A provider's own tokens too, whatever they are signed with.
  @Test func aSignedTokenIsReadAsItStands() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    for header in [#"{"alg":"RS256","kid":"k","typ":"JWT"}"#, #"{"alg":"ES256","crit":["x"]}"#] {
      let token = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(Self.kim.text.utf8)).c2lnbmF0dXJl"
      let form = FormEncoding.encode([QueryItem("providerId", "google.com"), QueryItem("id_token", token)])
      #expect(try server.call(SignInWithIdp.self, .init(postBody: form)).email == "kim@example.com")
    }
  }

  /// The digest alone counts. A token without a nonce is good for any request.
  @Test(
    arguments: ["apple.com", "google.com", "facebook.com", "microsoft.com", "yahoo.com", "oidc.corp"],
    [Policy.quick, .quickEmulator])
  func theNonceOfARequestIsHashed(provider: String, policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let digest = Hex.encode(Digest.sha256("n1".utf8))
    let cases: [(token: JSONValue, request: String?, problem: String?)] = [
      (.string(digest), "n1", nil), ("n1", "n1", ""), (.string(digest), .some(digest), ""),
      (.null, "n1", nil),
      (1, "n1", ""), (.string(digest), nil, " : Nonce is missing in the request."), (.null, nil, nil),
    ]
    for (written, given, problem) in cases {
      var claims = Self.kim
      claims["nonce"] = written
      let form = given.map { [QueryItem("nonce", $0)] } ?? []
      let refused = policy.serviceAnswers ? problem.map { "MISSING_OR_INVALID_NONCE" + $0 } : nil
      #expect(
        refusal { try signIn(server, claims, provider, more: form) } == refused, "\(written) \(given ?? "-")")
      // The ID of a session is hashed, too: whoever has stolen a token knows the digest in it.
      #expect(
        refusal { try signIn(server, claims, provider) { $0.sessionId = given } } == refused,
        "\(written) \(given ?? "-")")
    }
  }

  @Test func theServiceLooksAtNonceAndTime() throws {
    let server = try ServerHarness(policy: .quick)
    var claims = Self.kim
    claims["nonce"] = .string(Hex.encode(Digest.sha256("n1".utf8)))
    #expect(
      refusal { try signIn(server, claims) }
        == "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
    #expect(
      refusal { try signIn(server, claims, more: [QueryItem("nonce", "n2")]) } == "MISSING_OR_INVALID_NONCE")
    #expect(refusal { try signIn(server, claims, more: [QueryItem("nonce", "n1")]) } == nil)
    (claims["nonce"], claims["iat"], claims["exp"]) = (nil, 1_799_990_000, 1_800_000_000)
    #expect(
      refusal { try signIn(server, claims) }
        == "INVALID_IDP_RESPONSE : ID Token issued at 1799990000 is stale to sign-in.")
    claims["nonce"] = "n1"
    #expect(refusal { try signIn(ServerHarness(policy: .quickEmulator), claims) } == nil)
  }

  /// Readers disagree about whom it names.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func aTokenThatNamesTwoPeopleSignsInNobody(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    for claims in [#"{"sub":"g1","sub":"g2"}"#, #"{"sub":"a\u0000b"}"#, #"{"sub":"g1","\u0073ub":"g2"}"#] {
      let jwt = "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(Base64URL.encode(claims.utf8))."
      for token in [claims, jwt] {
        let form = FormEncoding.encode([QueryItem("providerId", "google.com"), QueryItem("id_token", token)])
        #expect(
          refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) }
            == "INVALID_IDP_RESPONSE : Unable to parse id_token. "
            + "((Its claims can be read in more than one way.))")
      }
    }
    let saml = #"{"assertion":{"subject":{"nameId":"kim@example.com","nameId":"mo@example.com"}}}"#
    let form = FormEncoding.encode([QueryItem("providerId", "saml.own"), QueryItem("SAMLResponse", saml)])
    #expect(
      refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) }?
        .hasPrefix("INVALID_IDP_RESPONSE : ") == true)
  }

  @Test func anOpenIDProviderIsNamedBeforeThePerson() throws {
    let claims: JSONValue = ["sub": "s1", "iss": "https://idp.example", "team": "red"]
    let server = try ServerHarness(policy: .quick)
    let answer = try signIn(server, claims, "oidc.red")
    #expect(answer.federatedId == "oidc.red/s1")
    #expect(answer.emailVerified == false)
    let firebase: JSONValue = [
      "identities": ["oidc.red": ["s1"]], "sign_in_attributes": ["team": "red"],
      "sign_in_provider": "oidc.red",
    ]
    #expect(try AuthServerTests.claims(of: answer.idToken)["firebase"] == firebase)
    #expect(
      try AuthServerTests.claims(of: server.refresh(answer.refreshToken).idToken)["firebase"] == firebase)
    let changed = try server.update(answer.idToken) { $0.validSince = "1" }
    #expect(try AuthServerTests.claims(of: changed.idToken)["firebase"] == firebase)
    #expect(try AuthServerTests.claims(of: changed.idToken)["team"] == nil)
    let emulator = try ServerHarness(policy: .quickEmulator)
    #expect(try signIn(emulator, claims, "oidc.red").federatedId == "s1")
  }

  @Test func aSAMLResponseIsRead() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    func send(_ saml: JSONValue) throws -> SignInWithIdp.Response {
      let form = [QueryItem("providerId", "saml.red"), QueryItem("SAMLResponse", saml.text)]
      return try server.call(SignInWithIdp.self, .init(postBody: FormEncoding.encode(form)))
    }
    let answer = try send([
      "assertion": ["subject": ["nameId": "kim@example.com"], "attributeStatements": ["team": ["red"]]]
    ])
    #expect(answer.email == "kim@example.com")
    #expect(answer.emailVerified == true)
    #expect(answer.rawUserInfo == #"{"team":["red"]}"#)
    #expect(
      try AuthServerTests.claims(of: answer.idToken)["firebase"]?["sign_in_attributes"] == ["team": ["red"]])
    for broken: JSONValue in [[:], ["assertion": [:]], ["assertion": ["subject": ["nameId": 1]]], [1]] {
      #expect(refusal { try send(broken) }?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func anUnconfirmedAddressTellsWhose(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try signIn(server, Self.kim)
    let answer = try signIn(server, ["sub": "f1", "email": "kim@example.com"], "facebook.com")
    #expect(answer.needConfirmation == true)
    #expect(answer.localId == kim.localId)
    #expect(answer.verifiedProvider == (policy.serviceAnswers ? nil : ["google.com"]))
  }

  @Test func aSecondIdentityOfAProviderIsNotLinked() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try signIn(server, Self.kim)
    let answer = try signIn(server, ["sub": "g2"], idToken: kim.idToken)
    #expect(answer.errorMessage == "PROVIDER_ALREADY_LINKED")
    #expect(
      refusal { try signIn(server, ["sub": "g2"], idToken: kim.idToken) { $0.returnIdpCredential = false } }
        == "PROVIDER_ALREADY_LINKED")
    #expect(try server.lookup(kim.idToken)?.providerUserInfo?.map(\.rawId) == ["g1"])
    #expect(try signIn(server, Self.kim, idToken: kim.idToken).localId == kim.localId)

    // The address of another account is told first.
    _ = try server.signUp("lee@example.com")
    let taken: JSONValue = ["sub": "g3", "email": "lee@example.com", "email_verified": true]
    #expect(try signIn(server, taken, idToken: kim.idToken).errorMessage == "EMAIL_EXISTS")

    let emulator = try ServerHarness(policy: .quickEmulator)
    let lee = try signIn(emulator, Self.kim)
    #expect(
      try signIn(emulator, Self.kim, idToken: lee.idToken).errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
    _ = try signIn(emulator, ["sub": "g2"], idToken: lee.idToken)
    #expect(try emulator.lookup(lee.idToken)?.providerUserInfo?.map(\.rawId) == ["g2"])
  }

  @Test func theEmulatorMakesAccountsThatNobodyAskedFor() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    #expect(try signIn(server, Self.kim) { $0.autoCreate = false }.isNewUser == true)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func aProviderIsLinkedBeforeOrAfterTheSecondFactor(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let answer = try signIn(server, Self.kim)
    #expect(answer.mfaPendingCredential != nil)
    let record = try server.call(Lookup.self, .init(localId: [kim.localId ?? ""]), asOwner: true).users?.first
    let providers = policy.serviceAnswers ? ["password"] : ["google.com", "password"]
    #expect(record?.providerUserInfo?.map(\.providerId) == providers)
  }

  /// The service keeps the address, the emulator removes it.
  @Test func unlinkingThePasswordLeavesTheAddress() throws {
    func left(_ policy: Policy) throws -> [String?] {
      let server = try ServerHarness(policy: policy)
      let kim = try server.verifiedAccount()
      let left = try server.update(kim.idToken) { $0.deleteProvider = ["password"] }
      return [left.email, left.emailVerified.map { "\($0)" }, left.passwordHash]
    }
    #expect(try left(.quick) == [ServerHarness.email, "true", nil])
    #expect(try left(.quickEmulator) == [nil, nil, nil])
  }
}
