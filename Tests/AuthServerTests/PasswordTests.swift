import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@Suite struct PasswordTests {
  static let wrong = "wrong horse"

  @Test func anAccountIsMadeAndSignedInTo() throws {
    let server = try ServerHarness()
    let new = try server.signUp("Kim@Example.com")
    #expect(new.kind == "identitytoolkit#SignupNewUserResponse")
    #expect(new.email == "kim@example.com")
    #expect(new.expiresIn == "3600")
    let signedIn = try server.signIn("KIM@example.com", password: ServerHarness.password)
    #expect(signedIn.kind == "identitytoolkit#VerifyPasswordResponse")
    #expect(signedIn.registered == true)
    #expect(signedIn.localId == new.localId)
    let claims = try claims(of: signedIn.idToken)
    #expect(claims["email_verified"] == false)
    #expect(claims["firebase"]?["sign_in_provider"] == "password")
    let record = try #require(try server.lookup(signedIn.idToken))
    #expect(record.passwordHash == "UkVEQUNURUQ=")
    #expect(record.passwordUpdatedAt == 1_800_000_000_000)
    #expect(record.emailVerified == false)
    #expect(record.providerUserInfo?.map(\.providerId) == ["password"])
    let legacy = try server.send(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
      query: [QueryItem("key", "k")], body: #"{"email":"kim@example.com","password":"correct horse"}"#)
    #expect(try (ServerHarness.decode(legacy) as SignInWithPassword.Response).localId == new.localId)
  }

  @Test func thePasswordIsKeptAsItsHash() throws {
    let server = try ServerHarness(policy: .strict.with { $0.scryptCostExponent = 5 })
    try server.signUp()
    try server.signUp("lee@example.com")
    #expect(try server.count("SELECT count(DISTINCT password_hash) FROM accounts") == 2)
    #expect(try server.count("SELECT count(DISTINCT password_salt) FROM accounts") == 2)
    #expect(try server.count("SELECT max(length(password_hash)) FROM accounts") == 32)
    #expect(try server.count("SELECT min(password_cost) FROM accounts") == 32)
    // Another cost is for new passwords only.
    let dearer = try server.reopened(policy: .strict.with { $0.scryptCostExponent = 6 })
    #expect(try dearer.signIn(password: ServerHarness.password).email == ServerHarness.email)
  }

  /// Every row of the table that tells what protection changes.
  @Test(arguments: [true, false])
  func strangersLearnWhoHasAnAccountOnlyWithoutProtection(isProtected: Bool) throws {
    let server = try ServerHarness(policy: isProtected ? .quick : .quickEmulator)
    let kim = try server.signUp()
    try server.signUp("lee@example.com")
    let nobody = "nobody@example.com"
    let wrong = Self.wrong
    func expect(_ on: String?, _ off: String?, _ body: () throws -> some Any) {
      #expect(refusal(body) == (isProtected ? on : off))
    }
    expect("INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND") { try server.signIn(nobody, password: wrong) }
    expect("INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD") { try server.signIn(password: wrong) }
    expect(nil, "EMAIL_NOT_FOUND") { try server.send(.passwordReset, to: nobody) }
    #expect(try server.mails(to: nobody).isEmpty)
    expect(nil, "EMAIL_EXISTS") {
      try server.send(.verifyAndChangeEmail) {
        $0.idToken = kim.idToken
        $0.newEmail = "lee@example.com"
      }
    }
    #expect(try server.mails(to: "lee@example.com").isEmpty)
    #expect(try server.call(OobCodes.self, .init()).oobCodes.isEmpty)
    let refused = "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."
    expect(refused, "EMAIL_EXISTS") { try server.update(kim.idToken) { $0.email = "lee@example.com" } }
    expect(refused, nil) { try server.update(kim.idToken) { $0.email = "kim2@example.com" } }
    let phone = try server.signIn()
    expect(refused, nil) {
      try server.update(phone.idToken) {
        $0.email = "phone@example.com"
        $0.password = "phone password"
      }
    }
    expect("EMAIL_EXISTS", "EMAIL_EXISTS") { try server.signUp("lee@example.com") }
    let ways = try server.call(CreateAuthUri.self, .init(identifier: "lee@example.com"))
    #expect(ways.registered == (isProtected ? nil : true))
    #expect(ways.signinMethods == (isProtected ? nil : ["password"]))
    #expect(ways.sessionId?.isEmpty == false)
  }

  @Test func knownAndUnknownAddressesGetTheSameAnswers() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    _ = try server.signInByLink("link@example.com")
    var answers: Set<String> = []
    for email in [ServerHarness.email, "link@example.com", "nobody@example.com"] {
      var answer = ""
      for _ in 1...12 {
        let response = try server.send(
          .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
          query: [QueryItem("key", "k")], body: #"{"email":"\#(email)","password":"wrong horse"}"#)
        answer += "\(response.status) \(String(decoding: response.body, as: UTF8.self))\n"
      }
      let reset = try server.send(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode", query: [QueryItem("key", "k")],
        body: #"{"requestType":"PASSWORD_RESET","email":"\#(email)"}"#)
      answers.insert(
        answer + String(decoding: reset.body, as: UTF8.self).replacing(email, with: "")
          + "\(reset.status) \(reset.headers)")
    }
    #expect(answers.count == 1)
    #expect(answers.first?.contains("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
  }

  @Test func anOutboxThatIsFullLosesNothingToAMailThatIsNotSent() throws {
    let server = try ServerHarness(policy: .quick.with { $0.outboxSize = 2 })
    try server.send(.emailSignIn, to: "a@example.com")
    try server.send(.emailSignIn, to: "b@example.com")
    try server.send(.passwordReset, to: "nobody@example.com")
    #expect(try server.mails().map(\.to) == ["a@example.com", "b@example.com"])
  }

  @Test func wrongPasswordsCloseAnAddressForLongerAndLonger() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    func tries(_ count: Int) {
      for _ in 0..<count {
        #expect(refusal { try server.signIn(password: Self.wrong) } == "INVALID_LOGIN_CREDENTIALS")
      }
    }
    func wait() -> Int? {
      do {
        _ = try server.signIn(password: ServerHarness.password)
        return nil
      } catch let error as ServerError where error.code == .tooManyAttemptsTryLater {
        return error.retryAfter
      } catch {
        return -1
      }
    }
    tries(10)
    #expect(wait() == 30)
    server.clock.advance(30)
    tries(10)
    #expect(wait() == 60)
    server.clock.advance(60)
    #expect(wait() == nil)
    // A success forgets them.
    tries(10)
    #expect(wait() == 30)
    for round in 1...9 {
      server.clock.advance(round == 1 ? 30 : 3600)
      tries(10)
    }
    server.clock.advance(3600)
    #expect(
      refusal { try server.signIn(password: ServerHarness.password) }?
        .hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled")
        == true)
    // Whoever reads the mail opens it again.
    try server.send(.passwordReset, to: ServerHarness.email)
    _ = try server.call(
      ResetPassword.self, .init(oobCode: server.mailedCode(), newPassword: "new password"))
    #expect(try server.signIn(password: "new password").email == ServerHarness.email)
    tries(9)
    server.clock.advance(86_401)
    tries(9)
    #expect(try server.signIn(password: "new password").email == ServerHarness.email)
  }

  /// Nor does it open it: they count as made when the clock was set right.
  @Test func aClockThatWasAheadClosesAnAddressForNoLonger() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    func signIn(_ password: String = ServerHarness.password) throws {
      _ = try server.signIn(password: password)
    }
    server.clock.advance(7200)
    for _ in 1...10 { _ = refusal { try signIn(Self.wrong) } }
    let blocked = "TOO_MANY_ATTEMPTS_TRY_LATER"
    #expect(refusal { try signIn(Self.wrong) } == blocked)
    server.clock.advance(-7200)
    #expect(refusal { try signIn() } == blocked)
    server.clock.advance(29)
    #expect(refusal { try signIn() } == blocked)
    server.clock.advance(1)
    #expect(refusal { try signIn() } == nil)
  }

  @Test func ofManyGuessesAtOnceTenAreAnswered() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    let results = Mutex<[String: Int]>([:])
    inThreads(60) {
      let result = refusal { try server.signIn(password: Self.wrong) } ?? "signed in"
      results.withLock { $0[result, default: 0] += 1 }
    }
    let found = results.withLock { $0 }
    #expect(found == ["INVALID_LOGIN_CREDENTIALS": 10, "TOO_MANY_ATTEMPTS_TRY_LATER": 50])
  }

  @Test func theQueueForHashesHasAnEnd() throws {
    let server = try ServerHarness(policy: .strict.with { $0.passwordQueue = 1 })
    try server.signUp()
    let results = Mutex<[String: Int]>([:])
    inThreads(24) {
      let result = refusal { try server.signIn(password: ServerHarness.password) } ?? "signed in"
      results.withLock { $0[result, default: 0] += 1 }
    }
    let found = results.withLock { $0 }
    #expect(found.values.reduce(0, +) == 24)
    #expect(Set(found.keys) == ["signed in", "UNAVAILABLE : ((Too many passwords wait to be hashed.))"])
    #expect(try server.signIn(password: ServerHarness.password).registered == true)
  }

  @Test func aCrowdThatSignsUpAtOnceIsAnsweredToTheLast() throws {
    let server = try ServerHarness(policy: .strict.with { $0.scryptCostExponent = 10 })
    let next = Mutex(0)
    let refusals = Mutex<[String]>([])
    inThreads(200) {
      let number = next.withLock {
        $0 += 1
        return $0
      }
      if let found = refusal({ try server.signUp("user\(number)@example.com") }) {
        refusals.withLock { $0.append(found) }
      }
    }
    #expect(refusals.withLock { $0 } == [])
  }

  @Test func whatIsMissingOrWrongIsNamed() throws {
    let server = try ServerHarness(policy: .quick)
    func signIn(_ email: String?, _ password: String?) -> String? {
      refusal { try server.call(SignInWithPassword.self, .init(email: email, password: password)) }
    }
    #expect(signIn(nil, "x") == "MISSING_EMAIL")
    #expect(signIn("", "x") == "INVALID_EMAIL")
    #expect(signIn("kim", "x") == "INVALID_EMAIL")
    #expect(signIn("kim@example.com", nil) == "MISSING_PASSWORD")
    #expect(signIn("kim@example.com", "") == "MISSING_PASSWORD")
    #expect(refusal { try server.signUp(nil, "password") } == "MISSING_EMAIL")
    #expect(refusal { try server.signUp("", "password") } == "MISSING_EMAIL")
    #expect(refusal { try server.signUp("kim@example.com", nil) } == "MISSING_PASSWORD")
    #expect(refusal { try server.signUp("kim", "password") } == "INVALID_EMAIL")
    #expect(
      refusal { try server.signUp("kim@example.com", "12345") }
        == "WEAK_PASSWORD : Password should be at least 6 characters")
    #expect(refusal { try server.signUp("kim@example.com", "12345é") } == nil)
    try server.disable(server.signIn(password: "12345é").localId)
    #expect(refusal { try server.signIn(password: "12345é") } == "USER_DISABLED")
    // A guess learns nothing about the account.
    #expect(refusal { try server.signIn(password: Self.wrong) } == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test func theProjectDecidesAboutPasswords() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    func set(_ config: JSONValue) throws { _ = try server.setConfig(config) }
    try set(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(refusal { try server.signUp("lee@example.com") } == "ADMIN_ONLY_OPERATION")
    #expect(refusal { try server.signUp(nil, nil) } == "ADMIN_ONLY_OPERATION")
    try set(["client": ["permissions": ["disabledUserSignup": false]]])
    try set(["signIn": ["email": ["enabled": false], "anonymous": ["enabled": false]]])
    #expect(refusal { try server.signUp("lee@example.com") } == "OPERATION_NOT_ALLOWED")
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "PASSWORD_LOGIN_DISABLED")
    // The mail is sent, and its link cannot be used.
    try server.send(.passwordReset, to: ServerHarness.email)
    let code = try server.mailedCode()
    #expect(
      refusal { try server.call(ResetPassword.self, .init(oobCode: code, newPassword: "new password")) }
        == "PASSWORD_LOGIN_DISABLED")
    #expect(refusal { try server.signUp(nil, nil) } == "ADMIN_ONLY_OPERATION")
  }

  @Test func theProjectsRulesAreTold() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp(ServerHarness.email, "abcdef")
    let before = try server.call(PasswordPolicy.self, .init())
    var expected = PasswordPolicy.Response()
    expected.customStrengthOptions = .init()
    expected.customStrengthOptions?.minPasswordLength = 6
    expected.customStrengthOptions?.maxPasswordLength = 4096
    (expected.schemaVersion, expected.enforcementState) = (1, "ENFORCE")
    #expect(before == expected)
    expected.allowedNonAlphanumericCharacters = #"^$*.[]{}()?"!@#%&/\,><':;|_~`-"#.map { String($0) }
    (expected.enforcementState, expected.forceUpgradeOnSignin) = ("OFF", false)
    #expect(try ServerHarness(policy: .quickEmulator).call(PasswordPolicy.self, .init()) == expected)
    _ = try server.setConfig([
      "passwordPolicyConfig": [
        "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
        "passwordPolicyVersions": [
          [
            "customStrengthOptions": [
              "minPasswordLength": 8, "maxPasswordLength": 12, "containsLowercaseCharacter": true,
              "containsUppercaseCharacter": true, "containsNumericCharacter": true,
              "containsNonAlphanumericCharacter": true,
            ]
          ]
        ],
      ]
    ])
    let after = try server.call(PasswordPolicy.self, .init())
    #expect(after.enforcementState == "ENFORCE")
    #expect(after.forceUpgradeOnSignin == true)
    #expect(after.schemaVersion == 1)
    #expect(after.customStrengthOptions?.minPasswordLength == 8)
    #expect(after.customStrengthOptions?.containsNonAlphanumericCharacter == true)
    let start = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
    for (password, missing) in [
      (
        "......",
        "[Password must contain at least 8 characters, Password must contain a lower case character, "
          + "Password must contain an upper case character, Password must contain a numeric character]"
      ),
      ("abcdEFGH1", "[Password must contain a non-alphanumeric character]"),
      ("abcdEFGH1!567", "[Password may contain at most 12 characters]"),
      // Only the letters of ASCII count.
      (
        "äöäöÄÖÄÖ1!",
        "[Password must contain a lower case character, Password must contain an upper case character]"
      ),
    ] {
      #expect(refusal { try server.signUp("lee@example.com", password) } == start + missing)
    }
    try server.signUp("lee@example.com", "abcdEFGH1!")
    #expect(refusal { try server.signIn(password: "abcdef") }?.hasPrefix(start) == true)
    #expect(
      refusal {
        try server.setConfig([
          "passwordPolicyConfig": [
            "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 5]]]
          ]
        ])
      }?.hasPrefix("INVALID_ARGUMENT") == true)
  }

  @Test func aPasswordThatIsTooLongIsToldSo() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp("kim@example.com", String(repeating: "a", count: 4096))
    for options: JSONValue in [[:], ["maxPasswordLength": 4096]] {
      _ = try server.setConfig([
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [["customStrengthOptions": options]],
        ]
      ])
      #expect(
        refusal { try server.signUp("lee@example.com", String(repeating: "a", count: 4097)) }
          == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters")
    }
  }

  /// They may sign in until the project forces them to change it.
  @Test func whoseOldPasswordIsWeakLearnsItAtTheSignIn() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp(ServerHarness.email, "abcdef")
    func set(_ changes: JSONValue) throws {
      var config: JSONValue = [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [
          [
            "customStrengthOptions": [
              "minPasswordLength": 8, "containsUppercaseCharacter": true, "containsNumericCharacter": true,
            ]
          ]
        ],
      ]
      for member in changes.members ?? [] { config[member.name] = member.value }
      _ = try server.setConfig(["passwordPolicyConfig": config], mask: "passwordPolicyConfig")
    }
    func told() throws -> [UserNotification]? { try server.signIn(password: "abcdef").userNotifications }
    #expect(try told() == nil)
    try set([:])
    #expect(
      try told() == [
        .init("MINIMUM_PASSWORD_LENGTH", "Password must contain at least 8 characters"),
        .init("MISSING_UPPERCASE_CHARACTER", "Password must contain an upper case character"),
        .init("MISSING_NUMERIC_CHARACTER", "Password must contain a numeric character"),
      ])
    try set(["passwordPolicyEnforcementState": "OFF"])
    #expect(try told() == nil)
    try set(["forceUpgradeOnSignin": true])
    #expect(refusal { try told() }?.hasPrefix("PASSWORD_DOES_NOT_MEET_REQUIREMENTS") == true)
    try set([:])
    let emulator = try server.reopened(policy: .quickEmulator)
    #expect(try emulator.signIn(password: "abcdef").userNotifications == nil)
  }

  @Test func aResetEndsEverySession() throws {
    let server = try ServerHarness(policy: .quick)
    let old = try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email)
    let code = try server.mailedCode()
    let look = try server.call(ResetPassword.self, .init(oobCode: code))
    #expect(look == .init(email: ServerHarness.email, requestType: .passwordReset))
    #expect(look.kind == "identitytoolkit#ResetPasswordResponse")
    server.clock.advance(1)
    func reset(_ password: String) throws -> ResetPassword.Response {
      try server.call(ResetPassword.self, .init(oobCode: code, newPassword: password))
    }
    #expect(
      refusal { try reset("short") } == "WEAK_PASSWORD : Password should be at least 6 characters")
    #expect(try reset("new password").email == ServerHarness.email)
    #expect(refusal { try reset("new password") } == "INVALID_OOB_CODE")
    #expect(refusal { try server.lookup(old.idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(old.refreshToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "INVALID_LOGIN_CREDENTIALS")
    let new = try server.signIn(password: "new password")
    #expect(new.localId == old.localId)
    #expect(try server.lookup(new.idToken)?.emailVerified == true)
    #expect(try server.refresh(new.refreshToken).userId == old.localId)
  }

  @Test func everyKindOfCodeCanBeLookedAt() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let signIn = try server.sendLink()
    func look(_ code: String?) throws -> ResetPassword.Response {
      try server.call(ResetPassword.self, .init(oobCode: code))
    }
    // Not whose it is: the person has to know.
    #expect(try look(signIn) == .init(requestType: .emailSignIn))
    try server.send(.verifyAndChangeEmail) {
      $0.idToken = kim.idToken
      $0.newEmail = "new@example.com"
    }
    let change = try server.mailedCode("new@example.com")
    #expect(
      try look(change)
        == .init(
          email: ServerHarness.email, newEmail: "new@example.com", requestType: .verifyAndChangeEmail))
    #expect(refusal { try look(nil) } == "MISSING_OOB_CODE")
    #expect(refusal { try look("x") } == "INVALID_OOB_CODE")
    #expect(
      try server.call(ResetPassword.self, .init(oobCode: signIn, newPassword: "new password"))
        == .init(requestType: .emailSignIn))
    #expect(
      refusal { try server.call(ResetPassword.self, .init(oobCode: change, newPassword: "new password")) }
        == "INVALID_OOB_CODE")
    let emulator = try ServerHarness(policy: .quickEmulator)
    let link = try emulator.sendLink()
    #expect(
      refusal { try emulator.call(ResetPassword.self, .init(oobCode: link, newPassword: "new password")) }
        == "INVALID_OOB_CODE")
    try server.send(.passwordReset, to: ServerHarness.email)
    let reset = try server.mailedCode()
    server.clock.advance(3601)
    #expect(refusal { try look(reset) } == "EXPIRED_OOB_CODE")
    #expect(try look(change).requestType == .verifyAndChangeEmail)
  }

  @Test func aResetOfAnUnverifiedAccountRemovesItsOtherMethods() throws {
    let server = try ServerHarness(policy: .quick)
    let eve = try server.signUp()
    let info = try server.sendCode()
    _ = try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: info, code: server.code(for: info), idToken: eve.idToken))
    try server.send(.passwordReset, to: ServerHarness.email)
    _ = try server.call(
      ResetPassword.self, .init(oobCode: server.mailedCode(), newPassword: "kim's password"))
    let kim = try server.signIn(password: "kim's password")
    #expect(kim.localId == eve.localId)
    #expect(try server.lookup(kim.idToken)?.phoneNumber == nil)
  }

  @Test func aPasswordIsAddedToAnAccount() throws {
    let server = try ServerHarness(policy: .quick)
    let anonymous = try server.signUp(nil, nil)
    #expect(try claims(of: anonymous.idToken)["provider_id"] == "anonymous")
    server.clock.advance(4000)
    let renewed = try server.refresh(anonymous.refreshToken)
    let linked = try server.signUp(idToken: renewed.idToken)
    #expect(linked.localId == anonymous.localId)
    #expect(try claims(of: linked.idToken)["firebase"]?["sign_in_provider"] == "password")
    #expect(try server.refresh(anonymous.refreshToken).userId == anonymous.localId)

    let phone = try server.signIn()
    #expect(refusal { try server.signUp(idToken: phone.idToken) } == "EMAIL_EXISTS")
    // Where it takes the place of one it is a change of password or address.
    #expect(refusal { try server.signUp(idToken: linked.idToken) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(
      refusal { try server.signUp("lee@example.com", idToken: linked.idToken) }
        == "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.")
    let link = try server.signInByLink("link@example.com")
    #expect(
      try server.signUp("link@example.com", "link password", idToken: link.idToken).localId == link.localId)
    #expect(try server.lookup(link.idToken)?.emailVerified == true)
  }

  @Test func aClientDoesNotChooseItsID() throws {
    let server = try ServerHarness(policy: .quick)
    var request = SignUp.Request()
    request.localId = "kim"
    #expect(refusal { try server.call(SignUp.self, request) } == "UNEXPECTED_PARAMETER : User ID")
  }
}
