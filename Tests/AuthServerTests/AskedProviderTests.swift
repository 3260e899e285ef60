import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// An OpenID provider of the project's own, which the server asks itself.
@Suite struct AskedProviderTests {
  private static let issuer = OpenIDProviderFixture.issuer

  /// A server that asks the provider, and the provider.
  private struct Scene {
    let server: ServerHarness
    let provider: OpenIDProviderFixture

    init(secret: String? = nil, policy: Policy = .believingNobody) throws {
      let clock = TestClock()
      provider = OpenIDProviderFixture(secret: secret, now: { clock.now })
      server = try ServerHarness(policy: policy, identityProviders: provider, clock: clock)
      var config: JSONValue = [
        "enabled": true, "clientId": "client-1", "issuer": .string(issuer),
      ]
      // A client without a secret is asked for a code by default.
      if let secret { (config["clientSecret"], config["responseType"]) = (.string(secret), ["code": true]) }
      _ = try server.call(
        CreateProviderConfig<OAuthIdpConfigs>.self, config,
        query: [.init(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    }

    /// As the browser comes back, where the person agrees.
    func comeBack() throws -> (session: String?, address: String) {
      let begun = try server.authorize("oidc.corp")
      return (begun.sessionId, try provider.callback(from: try #require(begun.authUri)))
    }

    func signIn(idToken: String? = nil) throws -> SignInWithIdp.Response {
      let (session, address) = try comeBack()
      return try server.finish(session, address, idToken: idToken)
    }

    /// Hands in a token of the provider's.
    func show(_ idToken: String, nonce: String? = nil) throws -> SignInWithIdp.Response {
      var form = [QueryItem("providerId", "oidc.corp"), QueryItem("id_token", idToken)]
      if let nonce { form.append(.init("nonce", nonce)) }
      return try server.call(SignInWithIdp.self, .init(postBody: FormEncoding.encode(form)))
    }

    func change(_ config: JSONValue, mask: String? = nil) throws {
      _ = try server.call(
        UpdateProviderConfig<OAuthIdpConfigs>.self, config, config: "oidc.corp",
        query: mask.map { [QueryItem("updateMask", $0)] } ?? [], asOwner: true)
    }
  }

  @Test(arguments: [nil, "s3cret"])
  func theProviderSaysWhoItIs(secret: String?) throws {
    let scene = try Scene(secret: secret)
    var request = CreateAuthUri.Request(provider: "oidc.corp", continueURL: ServerHarness.callback)
    request.oauthScope = "openid groups"
    request.customParameter = [
      "login_hint": "kim@example.com", "usher_identity": "eve@example.com",
      "redirect_uri": "https://evil.example",
    ]
    let begun = try scene.server.call(CreateAuthUri.self, request)
    let address = try #require(begun.authUri)
    #expect(address.hasPrefix(Self.issuer + "/authorize?response_type=code&client_id=client-1&redirect_uri="))
    #expect(
      address.contains("&scope=openid%20email%20profile%20groups&")
        || address.contains("&scope=openid+email+profile+groups&"))
    #expect(address.contains("login_hint=kim%40example.com"))
    for foreign in ["eve", "evil", "s3cret"] { #expect(address.firstRange(of: foreign) == nil) }
    let answer = try scene.server.finish(begun.sessionId, scene.provider.callback(from: address))
    #expect(answer.isNewUser == true)
    #expect(answer.email == "kim@example.com")
    #expect(answer.federatedId == "oidc.corp/248289761001")
    #expect(answer.oauthAccessToken == "access-1")
    #expect(answer.oauthIdToken?.isEmpty == false)
    #expect(try claims(of: answer.idToken)["firebase"]?["sign_in_provider"] == "oidc.corp")
    #expect(try scene.signIn().localId == answer.localId)
    #expect(scene.provider.requests.allSatisfy { $0.origin == Self.issuer })
  }

  /// Without a configured type, the server asks for a code: a page on loopback cannot read what stands after a #.
  @Test(
    arguments: [
      (["idToken": true, "code": false], Policy.believingNobody, true), ([:], .believingNobody, false),
      (["code": true], .believingNobody, false), (["idToken": true, "code": false], .quickEmulator, true),
      ([:], .quickEmulator, false),
    ] as [(JSONValue, Policy, Bool)])
  func theProviderIsAskedForWhatTheConfigurationSays(
    type: JSONValue, policy: Policy, asksForToken: Bool
  ) throws {
    let scene = try Scene(secret: type["code"] == true ? "s3cret" : nil, policy: policy)
    try scene.change(["responseType": type], mask: "responseType")
    let begun = try scene.server.authorize("oidc.corp")
    let address = try #require(begun.authUri)
    let asked = "?response_type=" + (asksForToken ? "id_token" : "code") + "&"
    #expect(address.hasPrefix(Self.issuer + "/authorize" + asked))
    let answer = try scene.server.finish(begun.sessionId, scene.provider.callback(from: address))
    #expect(answer.email == "kim@example.com")
    #expect(answer.oauthIdToken != nil)
    #expect((answer.oauthAccessToken == "access-1") == !asksForToken)
    #expect(scene.provider.requests.contains { $0.path == "/token" } == !asksForToken)
  }

  @Test func anIDTokenThatAnswersNoQuestionOfThisServerIsRefused() throws {
    let scene = try Scene()
    try scene.change(["responseType": ["idToken": true]], mask: "responseType")
    func finish(_ change: (String) throws -> String) throws -> String? {
      let (session, address) = try scene.comeBack()
      let changed = try change(address)
      return refusal { try scene.server.finish(session, changed) }
    }
    let (prefix, suffix) = (ServerHarness.callback + "#id_token=", "&state=")
    func replaced(by token: String, in address: String) throws -> String {
      prefix + token + address[try #require(address.firstRange(of: suffix)).lowerBound...]
    }
    let other = try scene.comeBack().address
    #expect(
      try finish { try replaced(by: scene.provider.idToken(nonce: nil), in: $0) }
        == "MISSING_OR_INVALID_NONCE")
    #expect(
      try finish { address in
        let token = try #require(other.dropFirst(prefix.count).split(separator: "&").first)
        return try replaced(by: String(token), in: address)
      } == "MISSING_OR_INVALID_NONCE")
    #expect(
      try finish { _ in other }
        == "INVALID_IDP_RESPONSE : The state in the address is not that of the session.")
    #expect(
      try finish { try replaced(by: "", in: $0) } == "INVALID_IDP_RESPONSE : The address holds no code.")
    // A code in its place is not exchanged.
    #expect(
      try finish { $0.replacing("#id_token=", with: "?code=") }
        == "INVALID_IDP_RESPONSE : ((oidc.corp: the answer is not to what was asked.))")
    #expect(scene.provider.requests.allSatisfy { $0.path != "/token" })
    #expect(try scene.server.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func nothingOfItsSecretsIsKept() throws {
    let scene = try Scene(secret: "s3cret")
    let (session, address) = try scene.comeBack()
    let query = try #require(FormEncoding.decode(String(address.drop { $0 != "?" }.dropFirst())))
    var secrets = query.map(\.value) + [session ?? ""]
    _ = try scene.server.finish(session, address)
    let sent = scene.provider.requests.filter { $0.path == "/token" }.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    let verifier = try #require(FormEncoding.decode(sent[0])?.first { $0.name == "code_verifier" }?.value)
    secrets += [verifier, "access-1"]
    for name in ["local.db", "local.db-wal"] {
      let content = String(
        decoding: FileManager.default.contents(atPath: scene.server.folder.path(of: name)) ?? Data(),
        as: UTF8.self)
      for secret in secrets { #expect(content.firstRange(of: secret) == nil, "\(secret)") }
    }
  }

  @Test func linkingReauthenticationAndTokensHandedIn() throws {
    let scene = try Scene()
    let phone = try scene.server.signIn()
    #expect(try scene.signIn(idToken: phone.idToken).localId == phone.localId)
    #expect(try scene.show(scene.provider.idToken(nonce: nil)).localId == phone.localId)
    // As SDKs send it: the digest in the token, what it is of beside it.
    let digest = Hex.encode(Digest.sha256("n1".utf8))
    #expect(try scene.show(scene.provider.idToken(nonce: digest), nonce: "n1").localId == phone.localId)
    for (nonce, detail) in [(nil, " : Nonce is missing in the request."), ("n2", "")] {
      #expect(
        refusal { try scene.show(scene.provider.idToken(nonce: digest), nonce: nonce) }
          == "MISSING_OR_INVALID_NONCE" + detail)
    }
    #expect(
      refusal { try scene.show(scene.provider.idToken(nonce: "n1"), nonce: "n1") }
        == "MISSING_OR_INVALID_NONCE")
    #expect(try scene.show(scene.provider.idToken(nonce: nil), nonce: "n1").localId == phone.localId)
    var request = SignInWithIdp.Request(postBody: "providerId=oidc.corp&access_token=at")
    request.sessionId = nil
    #expect(
      refusal { try scene.server.call(SignInWithIdp.self, request) }
        == "INVALID_CREDENTIAL_OR_PROVIDER_ID : "
        + "Invalid IdP response/credential: http://localhost?providerId=oidc.corp&access_token=at")
  }

  private static let kim: JSONValue = [
    "sub": "248289761001", "email": "kim@example.com", "email_verified": true,
    "picture": "https://p.example/1",
  ]

  /// As django-oauth-toolkit and glewlwyd, whose ID tokens hold no address.
  @Test func anAddressMayStandAtTheUserInfoEndpointAlone() throws {
    let scene = try Scene()
    scene.provider.behaviour.email = nil
    scene.provider.behaviour.userInfo = Self.kim
    let answer = try scene.signIn()
    #expect((answer.email, answer.emailVerified) == ("kim@example.com", true))
    #expect(answer.photoUrl == "https://p.example/1")
    #expect(answer.rawUserInfo.flatMap { JSONValue(json: $0) }?["email"] == "kim@example.com")
    let account = try #require(try scene.server.lookup(answer.idToken))
    #expect((account.email, account.emailVerified) == ("kim@example.com", true))
    // Whoever hands in the tokens, as a client of its own does, is the same person.
    let form = FormEncoding.encode([
      .init("providerId", "oidc.corp"), .init("id_token", scene.provider.idToken(nonce: nil)),
      .init("access_token", "access-1"),
    ])
    let handed = try scene.server.call(SignInWithIdp.self, .init(postBody: form))
    #expect((handed.localId, handed.email) == (answer.localId, "kim@example.com"))
    // Without an access token nobody can be asked.
    #expect(try scene.show(scene.provider.idToken(nonce: nil)).email == nil)
  }

  @Test func anAddressThatTheProviderHasNotVerifiedTakesNobodysAccount() throws {
    let scene = try Scene()
    _ = try scene.server.signUp("kim@example.com")
    scene.provider.behaviour.email = nil
    var said = Self.kim
    said["email_verified"] = nil
    scene.provider.behaviour.userInfo = said
    // What the token says of no address.
    scene.provider.behaviour.claims = [("email_verified", true)]
    #expect(try scene.signIn().needConfirmation == true)
  }

  // MARK: lies

  /// One thing that is wrong with what a provider says.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let change: @Sendable (inout OpenIDProviderFixture.Behaviour) -> Void

    init(
      _ description: String, _ reason: String,
      _ change: @escaping @Sendable (inout OpenIDProviderFixture.Behaviour) -> Void
    ) {
      testDescription = description
      self.reason = reason
      self.change = change
    }

    static func claim(_ name: String, _ value: JSONValue, _ reason: String) -> Lie {
      Lie("\(name) = \(value.text.prefix(40))", reason) { $0.claims = [(name, value)] }
    }
  }

  private static let unverified = "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."
  private static let unreadable = "INVALID_IDP_RESPONSE : Unable to parse the ID Token."
  private static let severalClients =
    "INVALID_IDP_RESPONSE : ((The ID token is for other clients, too, and its azp is not this one.))"
  private static func otherClient(_ names: String) -> String {
    "INVALID_IDP_RESPONSE : The audience in ID Token [\(names)] does not match the expected audience client-1."
  }
  private static func otherIssuer(_ issuer: String) -> String {
    "INVALID_IDP_RESPONSE : The issuer in ID Token \(issuer) does not match the expected one in config: "
      + "\(OpenIDProviderFixture.issuer)."
  }
  private static func stale(_ issued: Int) -> String {
    "INVALID_IDP_RESPONSE : ID Token issued at \(issued) is stale to sign-in."
  }
  private static let nobody =
    "INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: {"
  private static func lacks(_ claim: String) -> String {
    "INVALID_IDP_RESPONSE : ((The ID token has no right claim \(claim).))"
  }

  /// Tests' time is 1 800 000 000.
  private static let tokenLies: [Lie] = [
    .claim("iss", "https://evil.example", otherIssuer("https://evil.example")),
    .claim("iss", "https://id.example/", otherIssuer("https://id.example/")),
    .claim("iss", .null, lacks("iss")),
    .claim("sub", .null, nobody), .claim("sub", "", nobody), .claim("sub", 1, nobody),
    .claim("sub", .string(String(repeating: "s", count: 256)), nobody),
    .claim("aud", "client-2", otherClient("client-2")), .claim("aud", [], otherClient("")),
    .claim("aud", 1, otherClient("")),
    .claim("aud", ["client-2", "client-3"], otherClient("client-2, client-3")),
    .claim("aud", ["client-1", "client-2"], severalClients), .claim("aud", .null, lacks("aud")),
    .claim("exp", 1_799_999_000, stale(1_800_000_000)),
    .claim("exp", .null, lacks("exp")), .claim("exp", "1800003600", lacks("exp")),
    .claim("iat", 1_800_000_120, stale(1_800_000_120)),
    .claim("iat", .null, lacks("iat")),
    .claim("nbf", 1_800_000_120, "INVALID_IDP_RESPONSE : ((The ID token is not valid yet.))"),
    Lie("sub twice", unreadable) {
      $0.rewrite = (#""sub":"#, #""sub":"eve","sub":"#)
    },
    Lie("a NUL", unreadable) {
      $0.rewrite = (#""248289761001""#, #""248289761001\u0000eve""#)
    },
    Lie("several clients, azp of another", severalClients) {
      $0.claims = [("aud", ["client-1", "client-2"]), ("azp", "client-2")]
    },
    Lie("alg none", unverified) { $0.algorithm = "none" },
    Lie("alg HS256", unverified) { $0.algorithm = "HS256" },
    Lie("alg ES256", unverified) { $0.algorithm = "ES256" },
    Lie("alg RS512", unverified) { $0.algorithm = "RS512" },
    Lie("unknown key", unverified) { $0.keyID = "key-9" },
    Lie("foreign key", unverified) { $0.signsWithForeignKey = true },
  ]

  private static func page(_ text: String, _ status: Int = 200) -> Result<HTTPResponse, HTTPError> {
    .success(HTTPResponse(status: status, body: Data(text.utf8)))
  }

  private static func answer(
    _ path: String, _ answer: Result<HTTPResponse, HTTPError>, _ description: String, _ reason: String
  ) -> Lie {
    Lie(description, reason) { $0.answers[path] = answer }
  }

  private static let documentPath = "/.well-known/openid-configuration"

  private static let exchangeLies: [Lie] = [
    .claim("nonce", "other", "MISSING_OR_INVALID_NONCE"), .claim("nonce", .null, "MISSING_OR_INVALID_NONCE"),
    .claim("nonce", 1, "MISSING_OR_INVALID_NONCE"),
    .claim(
      "at_hash", "AAAAAAAAAAAAAAAAAAAAAA",
      "INVALID_IDP_RESPONSE : ((The ID token was made for another access token.))"),
    Lie(
      "another person's userinfo",
      "INVALID_IDP_RESPONSE : ((oidc.corp: its userinfo is not of the ID token's user.))"
    ) {
      $0.email = nil
      $0.userInfo = ["sub": "eve", "email": "kim@example.com", "email_verified": true]
    },
    Lie(
      "userinfo out of reach", "UNAVAILABLE : ((oidc.corp: https://id.example/userinfo cannot be reached.))"
    ) {
      $0.email = nil
      $0.userInfo = ["sub": "248289761001"]
      $0.answers["/userinfo"] = .failure(.connectionRefused)
    },
    Lie("no ID token", "INVALID_IDP_RESPONSE : ((oidc.corp gave no ID token.))") { $0.givesIDToken = false },
    answer(
      "/token", page(#"{"error":"invalid_grant","error_description":"s3cret"}"#, 400), "code refused",
      "INVALID_IDP_RESPONSE : ((oidc.corp: it answered invalid_grant.))"),
    answer(
      "/token", page(#"{"error":"\u001b[2J"}"#, 400), "garbage for a code",
      "INVALID_IDP_RESPONSE : ((oidc.corp: it answered an error.))"),
    answer(
      "/token", page("<h1>Oops</h1>", 502), "a broken proxy",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/token answered with status 502.))"),
    answer(
      "/token", page("x"), "no JSON",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/token did not answer with a JSON object.))"),
    answer(
      "/token", .failure(.timedOut(seconds: 10)), "slow",
      "UNAVAILABLE : ((oidc.corp: https://id.example/token took too long to answer.))"),
    answer(
      "/token", .failure(.redirected(status: 302)), "redirect",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/token redirects elsewhere, which is not followed.))"
    ),
    answer(
      "/keys", page("{}"), "no keys",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/keys did not answer with a set of keys.))"),
    answer("/keys", page(#"{"keys":[]}"#), "empty keys", unverified),
    answer(
      "/keys", .failure(.connectionRefused), "keys out of reach",
      "UNAVAILABLE : ((oidc.corp: https://id.example/keys cannot be reached.))"),
  ]

  private static let documentLies: [Lie] = [
    answer(
      documentPath, page("", 404), "no document",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/.well-known/openid-configuration answered with status 404.))"
    ),
    answer(
      documentPath, .failure(.timedOut(seconds: 10)), "slow document",
      "UNAVAILABLE : ((oidc.corp: https://id.example/.well-known/openid-configuration took too long to answer.))"
    ),
    answer(
      documentPath, page("[1]"), "a list for a document",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/.well-known/openid-configuration did not answer with a JSON object.))"
    ),
    Lie(
      "another issuer's document",
      "INVALID_IDP_RESPONSE : ((oidc.corp: the document of https://id.example is another issuer's.))"
    ) { $0.document = [("issuer", "https://evil.example")] },
    Lie(
      "a token endpoint on this machine",
      "INVALID_IDP_RESPONSE : ((oidc.corp: its document names an endpoint that must not be asked.))"
    ) { $0.document = [("token_endpoint", "http://127.0.0.1:9099/token")] },
    Lie(
      "a page by plain http",
      "INVALID_IDP_RESPONSE : ((oidc.corp: its document names an endpoint that must not be asked.))"
    ) { $0.document = [("authorization_endpoint", "http://id.example/authorize")] },
    Lie(
      "no page",
      "INVALID_IDP_RESPONSE : ((oidc.corp: https://id.example/.well-known/openid-configuration did not answer with "
        + "its authorization and token endpoints.))"
    ) { $0.document = [("authorization_endpoint", .null)] },
  ]

  @Test(arguments: tokenLies + exchangeLies)
  func aLieSignsNobodyIn(lie: Lie) throws {
    let scene = try Scene()
    let (session, address) = try scene.comeBack()
    lie.change(&scene.provider.behaviour)
    let refused = refusal { try scene.server.finish(session, address) }
    #expect(lie.reason.hasSuffix("{") ? refused?.hasPrefix(lie.reason) == true : refused == lie.reason)
    #expect(try scene.server.count("SELECT count(*) FROM accounts") == 0)
    // The code was shown: neither it nor its session counts again.
    #expect(
      refusal { try scene.server.finish(session, address) }
        == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
  }

  @Test(arguments: tokenLies)
  func aTokenThatIsHandedInIsVerifiedTheSameWay(lie: Lie) throws {
    let scene = try Scene()
    lie.change(&scene.provider.behaviour)
    let refused = refusal { try scene.show(scene.provider.idToken(nonce: nil)) }
    #expect(lie.reason.hasSuffix("{") ? refused?.hasPrefix(lie.reason) == true : refused == lie.reason)
    #expect(try scene.server.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func nobodyIsAskedBecauseOfJunk() throws {
    let scene = try Scene()
    func jwt(_ claims: JSONValue, _ algorithm: String = "RS256") -> String {
      let header = #"{"alg":"\#(algorithm)","kid":"key-1"}"#
      return "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.text.utf8)).AAAA"
    }
    let right: JSONValue = [
      "sub": "x", "iss": .string(Self.issuer), "aud": "client-1", "exp": 1_800_000_600, "iat": 1_800_000_000,
    ]
    var junk = [#"{"sub":"x"}"#, jwt(right, "none"), jwt(right, "HS256")]
    for (name, value) in [
      ("iss", "https://evil.example"), ("iss", .null), ("aud", "client-2"), ("aud", .null),
      ("exp", 1_799_999_000), ("exp", .null),
    ] as [(String, JSONValue)] {
      var claims = right
      claims[name] = value
      junk.append(jwt(claims))
    }
    for token in junk {
      #expect(refusal { try scene.show(token) }?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }
    #expect(scene.provider.requests.isEmpty)
    #expect(refusal { try scene.show(jwt(right)) } == Self.unverified)
    #expect(!scene.provider.requests.isEmpty)
  }

  @Test(arguments: documentLies)
  func aProviderThatCannotBeAskedIsSaidSoAtOnce(lie: Lie) throws {
    let scene = try Scene()
    lie.change(&scene.provider.behaviour)
    #expect(refusal { try scene.server.authorize("oidc.corp") } == lie.reason)
    #expect(try scene.server.count("SELECT count(*) FROM provider_authorizations") == 0)
  }

  @Test(arguments: documentLies)
  func aTokenOfAProviderThatCannotBeAskedSignsNobodyIn(lie: Lie) throws {
    let scene = try Scene()
    lie.change(&scene.provider.behaviour)
    #expect(
      refusal { try scene.show(scene.provider.idToken(nonce: nil)) }
        == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
  }

  /// OpenID Connect refuses them; Google's service takes them.
  @Test func oddTokensAreRefused() throws {
    let scene = try Scene()
    for (name, value) in [("aud", ["client-1", "client-2"]), ("nbf", 1_800_000_120)] as [(String, JSONValue)]
    {
      scene.provider.behaviour.claims = [(name, value)]
      #expect(refusal { try scene.show(scene.provider.idToken(nonce: nil)) } != nil, "\(name)")
    }
    scene.provider.behaviour.claims = [("aud", ["client-2", "client-3"])]
    #expect(refusal { try scene.show(scene.provider.idToken(nonce: nil)) } != nil)
  }

  @Test func theProvidersOwnRefusalEndsIt() throws {
    let scene = try Scene()
    let begun = try scene.server.authorize("oidc.corp")
    let address = try scene.provider.refusal(from: try #require(begun.authUri))
    #expect(
      refusal { try scene.server.finish(begun.sessionId, address) }
        == "INVALID_IDP_RESPONSE : The provider answered: access_denied.")
    #expect(scene.provider.requests.allSatisfy { $0.path != "/token" })
  }

  @Test func anAnswerOfAnotherIssuerIsNotTaken() throws {
    let scene = try Scene()
    for (said, isRight) in [("https%3A%2F%2Fevil.example", false), ("https%3A%2F%2Fid.example", true)] {
      let (session, address) = try scene.comeBack()
      let refused = refusal { try scene.server.finish(session, address + "&iss=" + said) }
      #expect(
        refused == (isRight ? nil : "INVALID_IDP_RESPONSE : ((oidc.corp: the answer is another provider's.))")
      )
    }
  }

  @Test func rotatedKeysAreFound() throws {
    let scene = try Scene()
    _ = try scene.signIn()
    let (session, address) = try scene.comeBack()
    scene.provider.behaviour.keyID = "key-2"
    let renamed = OpenIDProviderFixture.keys.text.replacing("key-1", with: "key-2")
    scene.provider.behaviour.answers["/keys"] = Self.page(renamed)
    #expect(refusal { try scene.server.finish(session, address) } == nil)
  }

  // MARK: whose page it is

  @Test func theServersPageNeverStandsInForIt() throws {
    let scene = try Scene(policy: .believingNobody)
    let page = try scene.server.send(
      .get, "/emulator/auth/handler",
      query: [
        .init("apiKey", "k"), .init("providerId", "oidc.corp"), .init("appName", "a"),
        .init("authType", "signInViaPopup"),
      ])
    #expect(page.status == 400)
    let token = try scene.server.send(
      .post, "/emulator/auth/handler", query: [.init("apiKey", "k"), .init("providerId", "oidc.corp")],
      body: #"{"sub":"x"}"#)
    #expect(token.status == 400)
    // Nor the other way round, where the configuration changes while a person chooses.
    let made = try scene.server.comeBack("oidc.other", as: "kim@example.com")
    _ = try scene.server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "issuer": .string(Self.issuer)],
      query: [.init(OAuthIdpConfigs.idParameter, "oidc.other")], asOwner: true)
    #expect(
      refusal { try scene.server.finish(made.session, made.address) }
        == "INVALID_IDP_RESPONSE : The provider was set up in another way meanwhile.")
    let own = try scene.server.signIn(at: "oidc.third", as: #"{"sub":"t1"}"#)
    _ = try scene.server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "issuer": .string(Self.issuer)],
      query: [.init(OAuthIdpConfigs.idParameter, "oidc.third")], asOwner: true)
    let form = FormEncoding.encode([
      .init("providerId", "oidc.third"), .init("id_token", try #require(own.oauthIdToken)),
    ])
    #expect(
      refusal { try scene.server.call(SignInWithIdp.self, .init(postBody: form)) }
        == Self.otherIssuer("https://identity-provider-page.invalid"))
  }

  @Test func whatChangesMeanwhileEndsWhatWasBegun() throws {
    let scene = try Scene()
    let disabled = try scene.comeBack()
    try scene.change(["enabled": false])
    #expect(
      refusal { try scene.server.finish(disabled.session, disabled.address) }
        == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
    try scene.change(["enabled": true])
    let moved = try scene.comeBack()
    try scene.change(["issuer": "https://other.example"])
    #expect(
      refusal { try scene.server.finish(moved.session, moved.address) }
        == "INVALID_IDP_RESPONSE : The provider was set up in another way meanwhile.")
    try scene.change(["issuer": .string(Self.issuer)])
    let removed = try scene.comeBack()
    _ = try scene.server.call(
      DeleteProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
    #expect(
      refusal { try scene.server.finish(removed.session, removed.address) }
        == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
    #expect(scene.provider.requests.allSatisfy { $0.path != "/token" })
  }

  @Test func whereNothingIsReachedItIsSaid() throws {
    let server = try ServerHarness(policy: .believingNobody)
    _ = try server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "issuer": .string(Self.issuer)],
      query: [.init(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    #expect(
      refusal { try server.authorize("oidc.corp") }
        == "UNAVAILABLE : ((oidc.corp: it cannot be reached from here.))")
  }

  @Test func whereAnyTokenIsTakenNobodyIsAskedAboutIt() throws {
    let scene = try Scene(policy: .quickEmulator)
    #expect(try scene.show(#"{"sub":"x"}"#).isNewUser == true)
    #expect(scene.provider.requests.isEmpty)
    #expect(try scene.signIn().federatedId == "248289761001")
  }
}
