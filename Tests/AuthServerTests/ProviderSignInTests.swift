import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Sign-ins that go by the server's own page in a provider's name.
@Suite struct ProviderSignInTests {
  private static let kim = #"{"sub":"g1","email":"kim@example.com","email_verified":true,"name":"Kim Lee"}"#

  private static func query(of address: String?) -> [String: String] {
    let text = (address ?? "").split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    return Dictionary(
      (FormEncoding.decode(text) ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  @Test(arguments: [Policy.believingNobody, .quickEmulator])
  func aPersonSignsInAtThePage(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let begun = try server.authorize()
    #expect(begun.providerId == "google.com")
    #expect(begun.registered == nil)
    #expect(begun.authUri?.hasPrefix("http://127.0.0.1:5000/emulator/auth/provider?state=") == true)
    let address = try server.choose(
      [.init("name", " Kim Lee "), .init("email", "Kim@Example.com"), .init("verified", "yes")],
      at: begun.authUri)
    #expect(address.hasPrefix(ServerHarness.callback + "?state="))
    #expect(Self.query(of: address)["state"] == Self.query(of: begun.authUri)["state"])
    let first = try server.finish(begun.sessionId, address)
    #expect(first.isNewUser == true)
    #expect(first.email == "kim@example.com")
    #expect(first.emailVerified == true)
    #expect(first.displayName == "Kim Lee")
    #expect(try server.lookup(first.idToken)?.providerUserInfo?.map(\.providerId) == ["google.com"])
    #expect(try claims(of: first.idToken)["firebase"]?["sign_in_provider"] == "google.com")

    // The page knows them from now on.
    let again = try server.authorize()
    let known = try server.choose(
      [.init("person", String(try #require(first.federatedId).suffix(20)))], at: again.authUri)
    #expect(try server.finish(again.sessionId, known).localId == first.localId)
    // What it answered can be linked elsewhere, as SDKs do with a provider's token.
    let phone = try server.signIn()
    let token = try #require(first.oauthIdToken)
    let form = FormEncoding.encode([.init("providerId", "google.com"), .init("id_token", token)])
    #expect(
      try server.call(SignInWithIdp.self, .init(postBody: form, idToken: phone.idToken)).errorMessage
        == "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  @Test func anIdentityIsChosenWithoutAClick() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let byAddress = try server.signIn(at: "apple.com", as: "kim@example.com")
    #expect(byAddress.emailVerified == true)
    #expect(try server.signIn(at: "apple.com", as: "kim@example.com").localId == byAddress.localId)
    let unverified = try server.signIn(
      at: "oidc.own", as: #"{"sub":"o1","email":"lee@example.com","email_verified":false,"team":"red"}"#)
    #expect(unverified.emailVerified == false)
    #expect(unverified.federatedId == "oidc.own/o1")
    #expect(
      try claims(of: unverified.idToken)["firebase"]?["sign_in_attributes"] == ["team": "red"])
    for identity in ["kim", "{", "[1]", #"{"name":"x"}"#, #"{"sub":1}"#] {
      let begun = try server.authorize("google.com", ["usher_identity": identity])
      #expect(try server.browse(begun.authUri).status == 400, "\(identity)")
    }
  }

  @Test func aProviderOfAccessTokensGivesOne() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.signIn(at: "github.com", as: Self.kim)
    #expect(kim.oauthIdToken == nil)
    let token = try #require(kim.oauthAccessToken)
    let form = FormEncoding.encode([.init("providerId", "github.com"), .init("access_token", token)])
    #expect(try server.call(SignInWithIdp.self, .init(postBody: form)).localId == kim.localId)
  }

  /// Apps make a credential of it, and call Google with it.
  @Test(arguments: ["google.com", "apple.com", "microsoft.com", "oidc.own"])
  func aProviderOfIDTokensGivesAnAccessTokenToo(provider: String) throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.signIn(at: provider, as: Self.kim)
    #expect(kim.oauthIdToken != nil)
    let token = try #require(kim.oauthAccessToken)
    // The service takes it in place of the ID token, but not of an OpenID provider of the project's own.
    let form = FormEncoding.encode([.init("providerId", provider), .init("access_token", token)])
    let signIn = { try server.call(SignInWithIdp.self, .init(postBody: form)).localId }
    if provider.hasPrefix("oidc.") {
      #expect(refusal(signIn)?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true)
    } else {
      #expect(try signIn() == kim.localId)
    }
  }

  @Test func linkingAndReauthenticationGoTheSameWay() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let phone = try server.signIn()
    let linked = try server.signIn(at: "google.com", as: Self.kim, idToken: phone.idToken)
    #expect(linked.localId == phone.localId)
    let (session, address) = try server.comeBack(as: Self.kim)
    #expect(try server.finish(session, address) { $0.autoCreate = false }.localId == phone.localId)
    let other = try server.comeBack(as: "lee@example.com")
    #expect(
      refusal { try server.finish(other.session, other.address) { $0.autoCreate = false } }
        == "USER_NOT_FOUND")
  }

  @Test func anUnconfirmedAddressLeavesAPendingToken() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.signUp()
    let answer = try server.signIn(
      at: "facebook.com", as: #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#)
    #expect(answer.needConfirmation == true)
    var request = SignInWithIdp.Request(idToken: kim.idToken)
    request.pendingToken = answer.pendingToken
    #expect(try server.call(SignInWithIdp.self, request).localId == kim.localId)
  }

  @Test func theSecondFactorIsAskedFor() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let answer = try server.signIn(at: "google.com", as: Self.kim)
    #expect(answer.mfaPendingCredential != nil)
    #expect(answer.idToken == nil)
  }

  @Test func theServersOwnAddressIsWhereItWasAsked() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize(
      "google.com", ["login_hint": "kim@example.com", "prompt": "login"], headers: ["Host": "localhost:9099"])
    #expect(begun.authUri?.hasPrefix("http://localhost:9099/emulator/auth/provider?state=") == true)
    #expect(Self.query(of: begun.authUri)["login_hint"] == "kim@example.com")
    #expect(Self.query(of: begun.authUri)["prompt"] == nil)
  }

  @Test(arguments: [
    ("google.com", "x", "INVALID_CONTINUE_URI : Missing domain in continue url"),
    ("google.com", "", "MISSING_CONTINUE_URI"),
    ("google.com", "ftp://localhost/", "INVALID_CONTINUE_URI : Missing domain in continue url"),
    ("google.com", "http://a@localhost/", "INVALID_CONTINUE_URI : Missing domain in continue url"),
    ("google.com", "https://evil.example/", "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"),
    (
      "google.com", "https://demo-test.web.app.evil.example/",
      "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    ),
    ("google.com", "https://demo-test.web.app/cb", nil), ("google.com", "http://[::1]:5000/cb", nil),
    ("saml.own", "http://localhost:1/cb", nil),
    ("phone", "http://localhost:1/", "INVALID_PROVIDER_ID"),
    ("a b", "http://localhost:1/", "INVALID_PROVIDER_ID"),
    (
      "unknown.example", "http://localhost:1/",
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    ),
    (
      "Google.com", "http://localhost:1/",
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    ),
    (
      "oidc.", "http://localhost:1/",
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    ),
  ])
  func whatLeadsNowhereIsRefused(provider: String, page: String, code: String?) throws {
    let server = try ServerHarness(policy: .believingNobody)
    #expect(refusal { try server.authorize(provider, to: page) } == code)
    #expect(try server.count("SELECT count(*) FROM provider_authorizations") == (code == nil ? 1 : 0))
  }

  @Test func theEmulatorTakesAnyPageAndProvider() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let begun = try server.authorize("unknown.example", to: "https://app.example/")
    #expect(begun.authUri?.hasPrefix("https://app.example/emulator/auth/provider?") == true)
    var long = CreateAuthUri.Request(provider: "google.com", continueURL: "http://localhost")
    long.customParameter = ["x": String(repeating: "x", count: 8192)]
    #expect(refusal { try server.call(CreateAuthUri.self, long) }?.hasPrefix("INVALID_ARGUMENT") == true)
  }

  @Test func cancellingGoesBackAndEndsIt() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let address = try server.choose([.init("cancel", "yes")], at: begun.authUri)
    let state = try #require(Self.query(of: begun.authUri)["state"])
    #expect(address == "\(ServerHarness.callback)?error=access_denied&state=\(state)")
    #expect(
      refusal { try server.finish(begun.sessionId, address) }?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    #expect(try server.browse(begun.authUri).status == 400)
  }

  // MARK: what comes back

  /// What may be wrong with an address that a browser came back to, and how it is refused.
  enum Change: CaseIterable, Sendable {
    case otherState, noState, twoStates, otherCode, noCode, twoCodes, emptyCode, otherPort, otherPath,
      otherHost, otherScheme, userName, withoutQuery, otherSession, emptySession, otherProvider, error,
      foreignError, stateInBody, missingOwnQuery

    var reason: String {
      switch self {
      case .otherState, .noState: "The state in the address is not that of the session."
      case .twoStates, .stateInBody: "The address holds state more than once."
      case .twoCodes: "The address holds code more than once."
      case .otherCode: "The code in the address is not that of the session."
      case .noCode, .emptyCode: "The address holds no code."
      case .otherPort, .otherPath, .otherHost, .otherScheme, .userName, .missingOwnQuery:
        "The address is not the one that the session goes back to."
      case .otherSession: "The session is not known here, was used, or has expired."
      case .otherProvider: "The session is for another provider."
      case .error: "The provider answered: access_denied."
      case .foreignError: "The provider answered: an error."
      case .emptySession, .withoutQuery: ""
      }
    }
  }

  @Test(arguments: Change.allCases)
  func anAddressThatIsNotTheAnswerCountsForNothing(change: Change) throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (session, address) = try server.comeBack(as: Self.kim, to: ServerHarness.callback + "?a=1")
    let other = try server.comeBack(as: Self.kim)
    let (own, foreign) = (Self.query(of: address), Self.query(of: other.address))
    let (state, code) = (own["state"] ?? "", own["code"] ?? "")
    func swap(_ old: String, _ new: String) -> String { address.replacing(old, with: new) }
    var (sent, body): (String, String?) = (address, nil)
    var shown = session
    switch change {
    case .otherState: sent = swap(state, foreign["state"] ?? "")
    case .noState: sent = swap("state=\(state)&", "")
    case .twoStates: sent += "&state=\(state)"
    case .stateInBody: body = "state=\(state)"
    case .otherCode: sent = swap(code, foreign["code"] ?? "")
    case .noCode: sent = swap("&code=\(code)", "")
    case .twoCodes: sent += "&code=\(code)"
    case .emptyCode: sent = swap(code, "")
    case .otherPort: sent = swap(":5000", ":5001")
    case .otherPath: sent = swap("/callback", "/callback/x")
    case .otherHost: sent = swap("127.0.0.1", "127.0.0.2")
    case .otherScheme: sent = swap("http:", "https:")
    case .userName: sent = swap("127.0.0.1", "kim@127.0.0.1")
    case .missingOwnQuery: sent = swap("a=1&", "")
    case .withoutQuery: sent = ServerHarness.callback
    case .otherSession: shown = other.session + "x"
    case .emptySession: shown = ""
    case .otherProvider: body = "providerId=apple.com"
    case .error: sent = swap("&code=\(code)", "&error=access_denied")
    case .foreignError: sent = swap("&code=\(code)", "&error=%1B%5B2J")
    }
    let refused = refusal { try server.finish(shown, sent, post: body) }
    switch change {
    case .emptySession, .withoutQuery:
      #expect(refused == "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential.")
    default: #expect(refused == "INVALID_IDP_RESPONSE : " + change.reason)
    }
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
    // What is no answer to this question does not end it; the provider's own refusal does.
    let ends = [.error, .foreignError].contains(change)
    #expect((refusal { try server.finish(session, address) } == nil) == !ends)
  }

  @Test func aCodeCountsOnce() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (session, address) = try server.comeBack(as: Self.kim)
    _ = try server.finish(session, address)
    let used = "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired."
    #expect(refusal { try server.finish(session, address) } == used)
  }

  /// Whoever sees the address of the page must not replace the person behind the app's back.
  @Test func thePageIsAnsweredOnce() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let page = String(decoding: try server.browse(begun.authUri).body, as: UTF8.self)
    let token = try #require(page.firstMatch(of: /name="form" value="([^"]*)"/)).output.1
    let first = try server.choose([.init("email", "kim@example.com")], at: begun.authUri)
    let form = QueryItem("form", String(token))
    for form in [
      nil, [form, .init("email", "eve@example.com")], [form, .init("cancel", "yes")],
    ] {
      let answer = try server.browse(begun.authUri, form: form)
      #expect(answer.status == 400)
      #expect(
        String(decoding: answer.body, as: UTF8.self).contains("This sign-in was already answered."))
    }
    #expect(try server.finish(begun.sessionId, first).email == "kim@example.com")
    let asked = try server.authorize("google.com", ["usher_identity": "lee@example.com"])
    #expect(try server.browse(asked.authUri).status == 303)
    #expect(try server.browse(asked.authUri).status == 400)
  }

  @Test func onlyTheClientAsksForAnIdentity() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let added = try #require(begun.authUri) + "&usher_identity=eve%40example.com"
    #expect(try server.browse(added).status == 200)
    let asked = try server.authorize("google.com", ["usher_identity": "kim@example.com"])
    #expect(Self.query(of: asked.authUri)["usher_identity"] == nil)
    let changed = try #require(asked.authUri) + "&usher_identity=eve%40example.com"
    let address = try #require(try server.browse(changed).headers["Location"])
    #expect(try server.finish(asked.sessionId, address).email == "kim@example.com")
  }

  @Test func theOldestGoWhereTooManyAreBegun() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let oldest = try server.authorize()
    try server.store.write { transaction in
      for number in 1...999 {
        let row = ProviderAuthorization(
          project: 1, provider: "google.com", continueURI: ServerHarness.callback, salt: [1],
          createdAt: server.clock.now)
        try transaction.insert(row, session: "session \(number)", state: "state \(number)")
      }
    }
    #expect(try server.browse(oldest.authUri).status == 200)
    _ = try server.authorize()
    #expect(try server.browse(oldest.authUri).status == 400)
    #expect(try server.count("SELECT count(*) FROM provider_authorizations") == 1000)
  }

  @Test(arguments: [true, false])
  func disablingAProviderEndsWhatIsUnderWay(isCreated: Bool) throws {
    let server = try ServerHarness(policy: .believingNobody)
    let query = [QueryItem(DefaultSupportedIdpConfigs.idParameter, "google.com")]
    if !isCreated {
      _ = try server.call(
        CreateProviderConfig<DefaultSupportedIdpConfigs>.self, ["enabled": true], query: query, asOwner: true)
    }
    _ = try server.authorize()
    _ = try server.authorize("apple.com")
    if isCreated {
      _ = try server.call(
        CreateProviderConfig<DefaultSupportedIdpConfigs>.self, ["enabled": false], query: query, asOwner: true
      )
    } else {
      _ = try server.call(
        DeleteProviderConfig<DefaultSupportedIdpConfigs>.self, .init(), config: "google.com", asOwner: true)
    }
    #expect(
      try server.count("SELECT count(*) FROM provider_authorizations WHERE provider = 'google.com'") == 0)
    #expect(try server.count("SELECT count(*) FROM provider_authorizations") == 1)
  }

  /// An address that nobody verified stays one when the person is chosen again.
  @Test func aKnownPersonsAddressStaysUnverified() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let first = try server.finish(
      begun.sessionId, try server.choose([.init("email", "kim@example.com")], at: begun.authUri))
    #expect(first.emailVerified == false)
    let again = try server.authorize()
    let person = QueryItem("person", String(try #require(first.federatedId).suffix(20)))
    let chosen = try server.finish(
      again.sessionId, try server.choose([person], at: again.authUri))
    #expect(chosen.emailVerified == false)
    for identity in ["kim@example.com", #"{"email":"kim@example.com"}"#] {
      let named = try server.signIn(at: "google.com", as: identity)
      #expect(named.localId == first.localId)
      #expect(named.emailVerified == false)
    }
    #expect(
      try server.signIn(at: "google.com", as: #"{"email":"kim@example.com","email_verified":true}"#).localId
        == first.localId)
  }

  @Test func aSessionEndsAfterTenMinutes() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (session, address) = try server.comeBack(as: Self.kim)
    let begun = try server.authorize()
    server.clock.advance(601)
    #expect(
      refusal { try server.finish(session, address) }
        == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
    let page = try server.browse(begun.authUri)
    #expect(page.status == 400)
    #expect(String(decoding: page.body, as: UTF8.self).contains("Go back to the app and sign in again."))
    // The oldest go when new ones come.
    _ = try server.authorize()
    #expect(try server.count("SELECT count(*) FROM provider_authorizations") == 1)
  }

  @Test func aSessionIsOfItsProjectAndTenant() throws {
    let server = try ServerHarness(policy: .quickEmulator.with { $0.idpTokensChecked = true })
    let there = try server.comeBack(as: Self.kim, tenant: "red")
    let here = try server.comeBack(as: Self.kim)
    let unknown = "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired."
    #expect(refusal { try server.finish(there.session, there.address) } == unknown)
    #expect(refusal { try server.finish(there.session, there.address, tenant: "blue") } == unknown)
    #expect(refusal { try server.finish(here.session, here.address, tenant: "red") } == unknown)
    let answer = try server.finish(there.session, there.address, tenant: "red")
    #expect(answer.tenantId == "red")
    // Nor is a token of one good in the other.
    let form = FormEncoding.encode([
      .init("providerId", "google.com"), .init("id_token", try #require(answer.oauthIdToken)),
    ])
    #expect(
      refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) }
        == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    let foreign = form.replacing("google.com", with: "apple.com")
    var request = SignInWithIdp.Request(postBody: foreign)
    request.tenantId = "red"
    #expect(
      refusal { try server.call(SignInWithIdp.self, request) }
        == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
  }

  @Test func nothingThatOpensASessionIsKept() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let (session, address) = try server.comeBack(as: "kim@example.com")
    let query = Self.query(of: address)
    for secret in [session, query["state"] ?? "", query["code"] ?? ""] {
      for name in ["local.db", "local.db-wal"] {
        let content = FileManager.default.contents(atPath: server.folder.path(of: name)) ?? Data()
        #expect(String(decoding: content, as: UTF8.self).firstRange(of: secret) == nil)
      }
    }
  }

  // MARK: what else is believed

  @Test func underTheStrictPolicyNobodyIsWhoTheySayTheyAre() throws {
    let server = try ServerHarness(policy: .believingNobody)
    func jwt(_ header: String, _ claims: String = Self.kim, _ signature: String = "") -> String {
      "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8)).\(signature)"
    }
    func send(_ items: [QueryItem], _ provider: String = "google.com") -> String? {
      let form = FormEncoding.encode([.init("providerId", provider)] + items)
      return refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) }
    }
    let refused = "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."
    let session = try server.signIn()
    for token in [
      Self.kim, jwt(#"{"alg":"none"}"#), jwt(#"{"alg":"RS256","kid":"x"}"#, Self.kim, "AAAA"),
      jwt(#"{"alg":"HS256"}"#, Self.kim, "AAAA"), try #require(session.idToken),
    ] {
      #expect(send([.init("id_token", token)]) == refused)
      #expect(send([.init("access_token", token)], "github.com") == refused)
    }
    #expect(
      send([.init("SAMLResponse", #"{"assertion":{"subject":{"nameId":"kim@example.com"}}}"#)], "saml.own")
        == "INVALID_IDP_RESPONSE : Unable to verify the SAML response.")
    #expect(
      send([.init("id_token", Self.kim)], "unknown.example")
        == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")

    // The server's own token, of this provider, until it ends.
    let kim = try server.signIn(at: "google.com", as: Self.kim)
    let token = try #require(kim.oauthIdToken)
    #expect(send([.init("id_token", token)]) == nil)
    #expect(send([.init("id_token", token)], "apple.com") == refused)
    #expect(send([.init("id_token", String(token.dropLast(4)) + "AAAA")]) == refused)
    server.clock.advance(3600)
    #expect(send([.init("id_token", token)])?.hasSuffix(" is stale to sign-in.") == true)
  }

  @Test func thePopUpWindowHasItsPersonSigned() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let query = [
      QueryItem("apiKey", "k"), QueryItem("providerId", "google.com"), QueryItem("appName", "a"),
      QueryItem("authType", "signInViaPopup"),
    ]
    let page = try server.send(.get, "/emulator/auth/handler", query: query)
    #expect(String(decoding: page.body, as: UTF8.self).contains(" data-tokens"))
    #expect(page.headers["Content-Security-Policy"]?.contains("connect-src 'self'") == true)
    func sign(_ claims: String, _ headers: HTTPHeaders = ["Origin": "http://127.0.0.1:9099"]) throws
      -> HTTPResponse
    {
      try server.send(.post, "/emulator/auth/handler", query: query, headers: headers, body: claims)
    }
    let tokens = try #require(JSONValue(json: try sign(Self.kim).body)?.members)
    #expect(tokens.map(\.name) == ["access_token", "id_token"])
    let items = tokens.map { QueryItem($0.name, $0.value.string ?? "") }
    let form = FormEncoding.encode([.init("providerId", "google.com")] + items)
    let answer = try server.call(SignInWithIdp.self, .init(postBody: form))
    #expect(answer.email == "kim@example.com")
    #expect(answer.oauthAccessToken?.isEmpty == false)
    for claims in ["", "{", "{}", #"{"sub":""}"#, "[]"] { #expect(try sign(claims).status == 400) }
    for headers: HTTPHeaders in [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
      ["Origin": "http://evil.example:9099", "Host": "dev.local:9099"],
    ] {
      #expect(try sign(Self.kim, headers).status == 403)
    }
    // Where the server goes by another name, so does its page.
    #expect(
      try sign(Self.kim, ["Origin": "http://auth:19473", "Host": "auth:19473"]).status == 200)
  }
}
