import AuthClient
import Essentials
import Testing

@testable import LocalAuthServer

@Suite struct AccountTests {
  @Test func anAccountIsCreatedAsDescribed() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let server = try LocalServer(clock: { clock.now })
    let uid = try server.createUser(
      uid: "kim", email: "kim@example.com", isEmailVerified: true, password: "secret1",
      phoneNumber: "+16505550123", displayName: "Kim", photoURL: "https://example.com/kim.png",
      customClaims: ["admin": true, "level": 3, "ratio": 0.5, "teams": ["a", "b"], "at": ["x": "y"]],
      secondFactors: [.phone("+16505550124", displayName: "mobile")])
    #expect(uid == "kim")
    let account = LocalServer.Account(
      uid: "kim", email: "kim@example.com", isEmailVerified: true, phoneNumber: "+16505550123",
      displayName: "Kim",
      photoURL: "https://example.com/kim.png", isDisabled: false, hasPassword: true,
      providerIDs: ["password", "phone"], secondFactors: [.phone("+16505550124", displayName: "mobile")],
      customClaims: #"{"admin":true,"at":{"x":"y"},"level":3,"ratio":0.5,"teams":["a","b"]}"#,
      createdAt: clock.now, lastSignInAt: clock.now)
    #expect(try server.accounts() == [account])
    #expect(try server.account(uid: "kim") == account)
    #expect(try server.account(email: "kim@example.com") == account)
    #expect(try server.account(phoneNumber: "+16505550123") == account)
    #expect(try server.account(uid: "kit") == nil)
  }

  @Test func anAccountOfAnAuthenticatorAppAsksForItsCode() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let server = try LocalServer(clock: { clock.now })
    let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    try server.createUser(
      email: "kim@example.com", isEmailVerified: true, password: "secret1",
      secondFactors: [.totp(secret: secret)])
    #expect(try server.accounts().first?.secondFactors == [.totp(secret: secret)])
    let auth = server.auth()
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(withEmail: "kim@example.com", password: "secret1")
    }
    let resolver = try #require(error?.multiFactorResolver)
    let hint = try #require(resolver.hints.first)
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hint.uid, oneTimePassword: try server.totpCode(secret: secret))
    #expect(try await resolver.resolveSignIn(with: assertion).user.email == "kim@example.com")
  }

  @Test func anAuthenticatorAppIsEnrolled() async throws {
    let clock = ManualClock()
    let server = try LocalServer(rules: .strict, clock: { clock.now })
    try server.createUser(email: "kim@example.com", isEmailVerified: true, password: "secret1")
    let auth = server.auth()
    let user = try await auth.signIn(withEmail: "kim@example.com", password: "secret1").user
    let secret = try await TOTPMultiFactorGenerator.generateSecret(
      with: try await user.multiFactor.getSession())
    let code = try server.totpCode(secret: secret.sharedSecretKey())
    try await user.multiFactor.enroll(
      with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code),
      displayName: "app")
    #expect(
      try server.accounts().first?.secondFactors == [
        .totp(secret: secret.sharedSecretKey(), displayName: "app")
      ])
  }

  /// RFC 6238, appendix B, its last six digits.
  @Test func aCodeIsThatOfTheTime() throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 59))
    let server = try LocalServer(clock: { clock.now })
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    #expect(try server.totpCode(secret: secret) == "287082")
    #expect(try server.totpCode(secret: secret, at: Date(timeIntervalSince1970: 1_111_111_109)) == "081804")
    #expect(throws: LocalServerError.invalidArgument("the secret is not Base32")) {
      try server.totpCode(secret: "189")
    }
    #expect(throws: LocalServerError.invalidArgument("the secret is not Base32")) {
      try server.totpCode(secret: "")
    }
    for time in [1e300, -1e300, .nan, .infinity, 1e12, -1] {
      #expect(throws: LocalServerError.invalidArgument("the date is not from 1970 to 9998")) {
        try server.totpCode(secret: secret, at: Date(timeIntervalSince1970: time))
      }
    }
  }

  @Test func aCustomTokenSignsInWithItsClaims() async throws {
    for rules in [LocalServer.Rules.strict, .emulator] {
      let server = try LocalServer(rules: rules)
      let auth = server.auth()
      let token = try server.customToken(uid: "kim", claims: ["role": "editor"])
      let user = try await auth.signIn(withCustomToken: token).user
      #expect(user.uid == "kim")
      let result = try await user.getIDTokenResult()
      #expect(result.claims["role"] as? String == "editor")
      #expect(result.claims["iss"] as? String == server.issuer)
    }
  }

  @Test func claimsThatNoTokenCanHaveAreRefused() throws {
    let server = try LocalServer()
    struct Own {}
    #expect(throws: LocalServerError.invalidArgument("the claim a is of a type that JSON does not have")) {
      try server.createUser(customClaims: ["a": Own()])
    }
    #expect(throws: LocalServerError.invalidArgument("the claim a is not a number")) {
      try server.createUser(customClaims: ["a": Double.nan])
    }
    #expect(throws: LocalServerError.invalidArgument("the claim a is a number beyond 64 bits")) {
      try server.createUser(customClaims: ["a": UInt64.max])
    }
    #expect(try server.accounts() == [])
  }

  @Test func anAdministratorChangesAccounts() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    let user = try await signIn(auth, by: "+16505550123", at: server).user
    try server.setCustomClaims(["plan": "pro"], ofUser: user.uid)
    #expect(try await user.getIDTokenResult(forcingRefresh: true).claims["plan"] as? String == "pro")
    try server.setCustomClaims(nil, ofUser: user.uid)
    #expect(try await user.getIDTokenResult(forcingRefresh: true).claims["plan"] == nil)

    try server.setDisabled(true, user: user.uid)
    #expect(try server.account(uid: user.uid)?.isDisabled == true)
    let error = await #expect(throws: AuthError.self) { try await user.getIDToken(forcingRefresh: true) }
    #expect(error?.code == .userDisabled)
    try server.setDisabled(false, user: user.uid)
    try await signIn(auth, by: "+16505550123", at: server)
    try server.deleteUser(user.uid)
    try server.deleteUser(user.uid)
    #expect(try server.accounts() == [])
  }

  @Test func aRefusalHasTheServersWord() throws {
    let server = try LocalServer()
    try server.createUser(uid: "kim")
    let error = #expect(throws: LocalServerError.self) { try server.createUser(uid: "kim") }
    guard case .refused("DUPLICATE_LOCAL_ID", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func everythingIsForgotten() async throws {
    let server = try LocalServer()
    let user = try await signIn(server.auth(), by: "+16505550123", at: server).user
    try server.disable(.anonymous)
    try server.reset()
    #expect(try server.accounts() == [] && server.messages() == [])
    try await server.auth().signInAnonymously()
    await #expect(throws: AuthError.self) { try await user.reload() }
  }
}
