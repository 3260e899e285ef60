import AuthClient
import Essentials
import LocalAuthServer
import Testing

@Suite struct ProjectTests {
  private func code(of call: () async throws -> Void) async -> AuthErrorCode? {
    do {
      try await call()
      return nil
    } catch {
      return (error as? AuthError)?.code
    }
  }

  @Test func featuresAreDisabledAndEnabled() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    try server.createUser(email: "kim@example.com", password: "secret1")
    let calls: [(LocalServer.Feature, AuthErrorCode, () async throws -> Void)] = [
      (.anonymous, .adminRestrictedOperation, { try await server.auth().signInAnonymously() }),
      (.signUp, .adminRestrictedOperation, { try await server.auth().signInAnonymously() }),
      (.phone, .operationNotAllowed, { try await signIn(auth, by: "+16505550123", at: server) }),
      (
        .password, .operationNotAllowed,
        { try await auth.signIn(withEmail: "kim@example.com", password: "secret1") }
      ),
    ]
    for (feature, expected, call) in calls {
      try server.disable(feature)
      #expect(await code(of: call) == expected, "\(feature)")
      try server.enable(feature)
      #expect(await code(of: call) == nil, "\(feature)")
    }
  }

  @Test func everyFeatureHasAPlace() throws {
    let server = try LocalServer()
    for feature in LocalServer.Feature.allCases {
      try server.disable(feature)
      try server.enable(feature)
    }
  }

  @Test func secondFactorsAreOffByTheirKind() async throws {
    let server = try LocalServer()
    try server.createUser(email: "kim@example.com", isEmailVerified: true, password: "secret1")
    let auth = server.auth()
    let user = try await auth.signIn(withEmail: "kim@example.com", password: "secret1").user
    try server.disable(.totpSecondFactor)
    let error = await code {
      _ = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.getSession())
    }
    #expect(error == .operationNotAllowed)
    try server.enable(.totpSecondFactor)
    _ = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.getSession())
  }

  @Test func enumerationProtectionHidesWhoHasAnAccount() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    let call = { _ = try await auth.signIn(withEmail: "nobody@example.com", password: "secret1") }
    #expect(await code(of: call) == .userNotFound)
    try server.enable(.enumerationProtection)
    #expect(await code(of: call) == .invalidCredential)
  }

  @Test func strictRulesAskForAnApp() async throws {
    let server = try LocalServer(rules: .strict)
    #expect(await code { try await signIn(server.auth(), by: "+16505550123", at: server) } != nil)
    var rules = LocalServer.Rules.strict
    rules.requiresAppVerification = false
    let lenient = try LocalServer(rules: rules)
    #expect(await code { try await signIn(lenient.auth(), by: "+16505550123", at: lenient) } == nil)
  }

  @Test func aRuleIsSetByItsName() throws {
    var rules = LocalServer.Rules.emulator
    try rules.set("unsigned-tokens", to: "false")
    #expect(rules.signsTokens)
    try rules.set("code-lifetime", to: "2m")
    #expect(rules.smsCodeLifetime == .seconds(120))
    #expect(throws: LocalServerError.invalidArgument("there is no rule tea")) {
      try rules.set("tea", to: "hot")
    }
    #expect(throws: LocalServerError.invalidArgument("unsigned-tokens is true or false")) {
      try rules.set("unsigned-tokens", to: "maybe")
    }
  }

  @Test func aLinkLeadsToAuthorizedDomainsAlone() async throws {
    let server = try LocalServer(rules: .strict)
    let auth = server.auth()
    var settings = ActionCodeSettings(url: URL(string: "https://app.example.com/welcome"))
    settings.handleCodeInApp = true
    let send = { [settings] in
      try await auth.sendSignInLink(toEmail: "kim@example.com", actionCodeSettings: settings)
    }
    #expect(await code(of: send) == .unauthorizedDomain)
    try server.authorizeDomain("app.example.com")
    try server.authorizeDomain("app.example.com")
    #expect(await code(of: send) == nil)
  }

  @Test func aTenantIsAWorldOfItsOwn() async throws {
    let server = try LocalServer(rules: .strict)
    let acme = server.tenant(try server.createTenant(displayName: "Acme"))
    try acme.createUser(uid: "kim", email: "kim@example.com", password: "secret1")
    #expect(try server.accounts() == [])
    let auth = acme.auth()
    #expect(auth.tenantID == acme.tenantID)
    #expect(
      try await auth.signIn(withEmail: "kim@example.com", password: "secret1").user.tenantID == acme.tenantID)
    try acme.disable(.anonymous)
    #expect(await code { try await auth.signInAnonymously() } == .adminRestrictedOperation)
    try await server.auth().signInAnonymously()
    #expect(throws: LocalServerError.invalidArgument("no tenant has phone as a sign-in method")) {
      try acme.disable(.phone)
    }
  }

  @Test func serversCanShareTheKeyOfTheirTokens() async throws {
    let key = try TokenKey()
    let (one, other) = (
      try LocalServer(rules: .strict, tokenKey: key), try LocalServer(rules: .strict, tokenKey: key)
    )
    #expect(try one.publicKeys() == other.publicKeys())
    #expect(try one.publicKeys() != LocalServer(rules: .strict).publicKeys())
    // Tokens of the one are right at the other.
    let user = try await other.auth().signIn(withCustomToken: try one.customToken(uid: "kim")).user
    #expect(user.uid == "kim")
  }

  @Test func keysOfTokensArePublished() async throws {
    let server = try LocalServer(rules: .strict)
    struct Keys: Decodable { var keys: [[String: String]] }
    let keys = try JSONDecoder().decode(Keys.self, from: try server.publicKeys()).keys
    #expect(keys.map { $0["alg"] } == ["RS256"])
    let user = try await server.auth().signIn(withCustomToken: try server.customToken(uid: "kim")).user
    let header = try #require(try await user.getIDToken().split(separator: ".").first)
    let padded = header.replacing("-", with: "+").replacing("_", with: "/")
    let json = try #require(
      Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
    let fields = try JSONDecoder().decode([String: String].self, from: json)
    #expect(fields["alg"] == "RS256" && fields["kid"] == keys[0]["kid"])
  }
}
