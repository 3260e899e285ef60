import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct BlockingFunctionTests {
  private static let refused = #"{"error":{"message":"Not you","status":"PERMISSION_DENIED"}}"#
  private static let refusal =
    "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(refused)"

  private func harness(
    _ functions: FunctionFake, policy: Policy = .quick,
    _ events: [String] = ["beforeCreate", "beforeSignIn"],
    forwarding: JSONValue = [:]
  ) throws -> ServerHarness {
    let server = try ServerHarness(policy: policy, functions: functions)
    try server.setFunctions(events, forwarding: forwarding)
    return server
  }

  @Test func functionsAreToldWhoSignsUp() throws {
    let functions = FunctionFake { _ in .allowed }
    let server = try harness(functions)
    let kim = try server.call(
      SignUp.self, .init(email: "kim@example.com", password: "correct horse"),
      headers: ["User-Agent": "app/1", "X-Firebase-Locale": "fr"])
    let request = try #require(functions.requests.first)
    #expect(request.method == .post)
    #expect(request.url == FunctionFake.uri)
    #expect(request.headers == ["Content-Type": "application/json"])
    var events = functions.events
    #expect(events.count == 2)
    #expect(events[0]["event_id"]?.string?.wholeMatch(of: /[\w-]{22}/) != nil)
    #expect(events[0]["event_id"] != events[1]["event_id"])
    for index in events.indices { events[index]["event_id"] = nil }
    let now = Int64(server.clock.now.timeIntervalSince1970)
    let uid = JSONValue.string(try #require(kim.localId))
    var expected: JSONValue = [
      "aud": .string(FunctionFake.uri), "event_type": "beforeCreate", "exp": .integer(now + 600),
      "iat": .integer(now), "ip_address": "127.0.0.1", "iss": "https://securetoken.google.com/demo-test",
      "locale": "fr", "sign_in_method": "password", "sub": uid, "user_agent": "app/1",
      "user_record": [
        "custom_claims": [:], "disabled": false, "email": "kim@example.com", "email_verified": false,
        "metadata": ["creation_time": .integer(now * 1000), "last_sign_in_time": .integer(now * 1000)],
        "provider_data": [["email": "kim@example.com", "provider_id": "password", "uid": "kim@example.com"]],
        "uid": uid,
      ],
    ]
    #expect(events[0] == sorted(expected))
    expected["event_type"] = "beforeSignIn"
    #expect(events[1] == sorted(expected))
    #expect(try server.lookup(kim.idToken)?.email == "kim@example.com")
  }

  @Test func whatAFunctionSaysBecomesTheAccountsAndTheSessions() throws {
    let functions = FunctionFake { event in
      event["event_type"] == "beforeCreate"
        ? .userRecord([
          "displayName": "Kim", "photoUrl": "http://p/1", "emailVerified": true,
          "customClaims": ["role": "a"],
          "sessionClaims": ["ignored": true],
        ]) : .userRecord(["customClaims": ["role": "b"], "sessionClaims": ["ip": "1"], "displayName": .null])
    }
    let server = try harness(functions)
    let kim = try server.signUp()
    #expect(functions.events.last?["user_record"]?["custom_claims"] == ["role": "a"])
    let account = try #require(try server.lookup(kim.idToken))
    #expect(account.displayName == nil)
    #expect(account.photoUrl == "http://p/1")
    #expect(account.emailVerified == true)
    #expect(account.customAttributes == #"{"role":"b"}"#)
    for token in [kim.idToken, try server.refresh(kim.refreshToken).idToken] {
      let claims = try claims(of: token)
      #expect(claims["role"] == "b")
      #expect(claims["ip"] == "1")
      #expect(claims["ignored"] == nil)
    }
    functions.say { _ in .allowed }
    let later = try server.signIn(password: ServerHarness.password)
    #expect(try claims(of: later.idToken)["ip"] == nil)
    #expect(try claims(of: later.idToken)["role"] == "b")
    #expect(functions.names == ["beforeCreate", "beforeSignIn", "beforeSignIn"])
  }

  @Test func aRefusedSignUpLeavesNothingBehind() throws {
    let functions = FunctionFake { _ in .function(403, Self.refused) }
    let server = try harness(functions, policy: Policy.quick.with { $0.appVerificationRequired = false })
    #expect(BlockingFunctionTests.refusal == AuthServerTests.refusal { try server.signUp() })
    let info = try server.sendCode()
    let code = try server.code(for: info)
    #expect(BlockingFunctionTests.refusal == AuthServerTests.refusal { try server.confirm(info, code: code) })
    let link = try server.sendLink()
    #expect(BlockingFunctionTests.refusal == AuthServerTests.refusal { try server.signIn(code: link) })
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
    #expect(try server.count("SELECT count(*) FROM refresh_tokens") == 0)
    // Neither the code nor the link is used up.
    functions.say { _ in .allowed }
    #expect(try server.confirm(info, code: code).isNewUser == true)
    #expect(try server.signIn(code: link).isNewUser == true)
    #expect(
      functions.events.suffix(4).map { $0["sign_in_method"] } == ["phone", "phone", "emailLink", "emailLink"])
  }

  @Test func aRefusedSignInKeepsTheAccountAsItWas() throws {
    let functions = FunctionFake { _ in .allowed }
    let server = try harness(functions)
    try server.signUp()
    functions.say { event in
      event["event_type"] == "beforeSignIn" ? .function(403, Self.refused) : .allowed
    }
    server.clock.advance(60)
    let before = try server.count("SELECT max(last_login_at) FROM accounts")
    #expect(
      BlockingFunctionTests.refusal
        == AuthServerTests.refusal { try server.signIn(password: ServerHarness.password) })
    #expect(try server.count("SELECT max(last_login_at) FROM accounts") == before)
    // A new account goes with its sign-in.
    #expect(BlockingFunctionTests.refusal == AuthServerTests.refusal { try server.signUp("lee@example.com") })
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
  }

  @Test func whomAFunctionDisablesIsKeptAndStaysOut() throws {
    let functions = FunctionFake { _ in .userRecord(["disabled": true]) }
    let server = try harness(functions)
    #expect(AuthServerTests.refusal { try server.signUp() } == "USER_DISABLED")
    #expect(functions.names == ["beforeCreate"])
    #expect(try server.count("SELECT count(*) FROM accounts WHERE disabled") == 1)

    functions.say { event in
      event["event_type"] == "beforeSignIn" ? .userRecord(["disabled": true]) : .allowed
    }
    #expect(AuthServerTests.refusal { try server.signUp("lee@example.com") } == "USER_DISABLED")
    #expect(try server.count("SELECT count(*) FROM accounts WHERE disabled") == 2)
    #expect(
      AuthServerTests.refusal { try server.signIn("lee@example.com", password: ServerHarness.password) }
        == "USER_DISABLED")
    #expect(functions.names == ["beforeCreate", "beforeCreate", "beforeSignIn"])
  }

  @Test func aSecondFactorComesFirst() throws {
    let functions = FunctionFake { _ in .allowed }
    let server = try harness(functions)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let asked = functions.requests.count
    let (credential, hints) = try server.firstFactor()
    #expect(functions.requests.count == asked)
    let info = try server.startSignIn(credential, hints.first?.mfaEnrollmentId)
    _ = try server.finishSignIn(credential, info, server.code(for: info))
    #expect(functions.requests.count == asked + 1)
    let event = functions.events.last
    #expect(event?["event_type"] == "beforeSignIn")
    #expect(event?["sign_in_method"] == "password")
    #expect(event?["sign_in_second_factor"] == "phone")
    let factor = event?["user_record"]?["multi_factor"]?["enrolled_factors"]?.array?.first
    #expect(factor?["factor_id"] == "phone")
    #expect(factor?["phone_number"] == .string(ServerHarness.factorNumber))
    #expect(factor?["display_name"] == "work")
  }

  @Test(arguments: [false, true])
  func whatAProviderGaveIsForwardedWhereTheProjectSaysSo(isForwarded: Bool) throws {
    let functions = FunctionFake { _ in .allowed }
    let server = try harness(
      functions, forwarding: isForwarded ? ["idToken": true, "accessToken": true] : [:])
    let token = #"{"email":"kim@example.com","email_verified":true,"name":"Kim","sub":"g1"}"#
    _ = try server.call(
      SignInWithIdp.self,
      .init(
        postBody: FormEncoding.encode([
          .init("providerId", "google.com"), .init("id_token", token), .init("access_token", "secret"),
        ])))
    #expect(functions.names == ["beforeCreate", "beforeSignIn"])
    for event in functions.events {
      #expect(event["sign_in_method"] == "google.com")
      #expect(event["raw_user_info"]?.string.flatMap { JSONValue(json: $0) }?["id"] == "g1")
      #expect(event["oauth_id_token"] == (isForwarded ? .string(token) : nil))
      #expect(event["oauth_access_token"] == (isForwarded ? "secret" : nil))
      #expect(
        event["user_record"]?["provider_data"] == [
          ["display_name": "Kim", "email": "kim@example.com", "provider_id": "google.com", "uid": "g1"]
        ])
    }
  }

  @Test func nobodyIsAskedAboutTheRest() throws {
    let functions = FunctionFake { _ in .function(403, Self.refused) }
    let server = try harness(functions)
    let anonymous = try server.signUp(nil, nil)
    _ = try server.signUp(idToken: anonymous.idToken)
    _ = try server.refresh(anonymous.refreshToken)
    _ = try server.call(SignUp.self, .init(email: "lee@example.com", password: "123456"), asOwner: true)
    try server.setFunctions(["beforeSignIn"])
    #expect(functions.requests.isEmpty)
    // Without a function for it an account is made before the sign-in is refused, and undone with it.
    #expect(BlockingFunctionTests.refusal == AuthServerTests.refusal { try server.signUp("sam@example.com") })
    #expect(functions.names == ["beforeSignIn"])
    #expect(try server.count("SELECT count(*) FROM accounts") == 2)
  }

  @Test(arguments: [
    (HTTPResponse.function(200, "x"), "((Response body is not valid JSON.))"),
    (
      .function(200, #"{"userRecord":{"displayName":"x"}}"#), "((Response UserRecord is missing updateMask.))"
    ),
  ])
  func anAnswerThatIsNoneIsTold(answer: HTTPResponse, detail: String) throws {
    let server = try harness(FunctionFake { _ in answer })
    #expect(
      AuthServerTests.refusal { try server.signUp() } == "BLOCKING_FUNCTION_ERROR_RESPONSE : \(detail)")
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
  }

  /// In a trusted network whoever reaches the server says where functions are.
  @Test(arguments: [
    (refused, ": " + refused),
    (
      #"{"error":{"details":{"a":1},"message":"","status":"INTERNAL"},"x":1}"#,
      #": {"error":{"message":"","status":"INTERNAL"}}"#
    ),
    ("secret", ""), ("{}", ""), (#"{"secret":1}"#, ""), (#"{"error":"secret"}"#, ""),
    (#"{"error":{"message":"secret"}}"#, ""), (#"{"error":{"message":1,"status":"INTERNAL"}}"#, ""),
    (#"{"error":{"message":"secret","status":"Secret"}}"#, ""),
    (#"{"error":{"message":"\#(String(repeating: "ä", count: 257))","status":"INTERNAL"}}"#, ""),
  ])
  func inATrustedNetworkOnlyAFunctionsOwnWordsAreShown(answer: String, shown: String) throws {
    let functions = FunctionFake { _ in .function(403, answer) }
    let server = try ServerHarness(policy: .quick, functions: functions, trustsNetwork: true)
    try server.setFunctions()
    #expect(
      AuthServerTests.refusal { try server.signUp() }
        == "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error\(shown)")
  }

  @Test(arguments: [
    (
      Policy.quick, 400, "HTTP Cloud Function returned an error: \(refused)", 400,
      "Cloud function deadline exceeded."
    ),
    (
      .quickEmulator, 400, "((HTTP request to \(FunctionFake.uri) returned HTTP error 403: \(refused)))", 500,
      "((Deadline exceeded making request to \(FunctionFake.uri).))"
    ),
  ])
  func theServiceAndTheEmulatorTellARefusalInTheirOwnWords(
    policy: Policy, status: Int, refused: String, lateStatus: Int, late: String
  ) throws {
    let functions = FunctionFake { _ in .function(403, BlockingFunctionTests.refused) }
    let server = try harness(functions, policy: policy)
    func signUp() throws -> HTTPResponse {
      try server.send(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp", query: [QueryItem("key", "k")],
        body: #"{"email":"kim@example.com","password":"correct horse"}"#)
    }
    let refusal = try signUp()
    #expect(refusal.status == status)
    #expect(
      JSONValue(json: refusal.body)?["error"]?["message"]
        == .string("BLOCKING_FUNCTION_ERROR_RESPONSE : \(refused)"))
    functions.say { _ throws(HTTPError) in throw .timedOut(seconds: 7) }
    let tooLate = try signUp()
    #expect(tooLate.status == lateStatus)
    #expect(
      JSONValue(json: tooLate.body)?["error"]?["message"]
        == .string("BLOCKING_FUNCTION_ERROR_RESPONSE : \(late)"))
  }

  @Test(arguments: [
    (HTTPError.timedOut(seconds: 7), "Cloud function deadline exceeded."),
    (.connectionRefused, "((Failed to make request to \(FunctionFake.uri).))"),
    (.redirected(status: 302), "((Failed to make request to \(FunctionFake.uri).))"),
    (
      .badAddress("x"),
      "((\(FunctionFake.uri) is on the internet; the policy's functions-anywhere=true allows that.))"
    ),
  ])
  func aFunctionThatDoesNotAnswerIsTold(error: HTTPError, detail: String) throws {
    let server = try harness(FunctionFake { _ throws(HTTPError) in throw error })
    #expect(
      AuthServerTests.refusal { try server.signUp() } == "BLOCKING_FUNCTION_ERROR_RESPONSE : \(detail)")
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func claimsAreCheckedAsAnAdministratorsAre() throws {
    for name in ["customClaims", "sessionClaims"] {
      let functions = FunctionFake { _ in .userRecord(.object([.init(name, ["iss": "x"])])) }
      let server = try harness(functions)
      #expect(AuthServerTests.refusal { try server.signUp() } == "FORBIDDEN_CLAIM : iss")
    }
  }

  /// The function takes its time, and others go on: nothing is locked, and what they did is seen.
  @Test func whatHappensMeanwhileIsSeen() throws {
    let functions = FunctionFake { _ in .allowed }
    let server = try harness(functions, ["beforeCreate"])
    functions.say { _ in
      functions.say { _ in .allowed }
      _ = try? server.call(SignUp.self, .init(email: "kim@example.com", password: "another"), asOwner: true)
      return .allowed
    }
    #expect(AuthServerTests.refusal { try server.signUp() } == "EMAIL_EXISTS")
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
  }

  @Test func theEventIsSignedAsTokensAre() throws {
    for (policy, ending) in [(Policy.quick, false), (.quickEmulator, true)] {
      let functions = FunctionFake { _ in .allowed }
      let server = try harness(functions, policy: policy)
      try server.signUp()
      let token = JSONValue(json: try #require(functions.requests.first).body)?["data"]?["jwt"]?.string
      #expect(token?.hasSuffix(".") == ending)
      // It is nobody's ID token.
      #expect(AuthServerTests.refusal { try server.lookup(token) } == "INVALID_ID_TOKEN")
    }
  }

  @Test func aFunctionThatCannotBeReachedFromHereRefuses() throws {
    let server = try ServerHarness(policy: .quick)
    try server.setFunctions()
    #expect(
      AuthServerTests.refusal { try server.signUp() }
        == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((\(FunctionFake.uri) cannot be reached from here.))")
  }

  @Test(arguments: [
    "x", "ftp://h/", "http://", "http://h/#f", "http://u@h/", "http://h\\@evil.example/", "http://h/ x",
  ])
  func whatIsNoAddressIsRefused(uri: String) throws {
    let server = try ServerHarness()
    #expect(
      AuthServerTests.refusal { try server.setFunctions(uri: uri) }?.hasPrefix("INVALID_ARGUMENT") == true)
    #expect(AuthServerTests.refusal { try server.setFunctions(["beforeSleep"]) } != nil)
  }

  /// In the order that decoding gives it.
  private func sorted(_ value: JSONValue) -> JSONValue? { JSONValue(json: value.text) }
}
