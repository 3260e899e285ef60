import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct BatchCreateAccountsTests {
  private static func user(_ change: (inout AccountRecord) -> Void) -> AccountRecord {
    var user = AccountRecord(localId: "kim")
    user.email = "kim@example.com"
    user.emailVerified = true
    change(&user)
    return user
  }

  @Test func anAccountThatSaysNothingOfItsLastRefreshHasNone() throws {
    let server = try ServerHarness(policy: .quick)
    var user = AccountRecord(localId: "kim")
    user.lastLoginAt = "1700000000000"
    #expect(try server.upload([user]) == [])
    #expect(try server.account("kim")?.lastLoginAt == "1700000000000")
    #expect(try server.account("kim")?.lastRefreshAt == nil)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func theServiceSaysOfAnUploadedAccountWhatIsNot(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let isStrict = policy.serviceAnswers
    var user = AccountRecord(localId: "kim")
    user.initialEmail = "old@example.com"
    user.lastRefreshAt = "2026-01-02T03:04:05.000Z"
    #expect(try server.upload([user]) == [])
    let record = try #require(try server.account("kim"))
    #expect(record.disabled == false)
    #expect(record.lastLoginAt == nil)
    #expect(record.emailVerified == (isStrict ? false : nil))
    #expect(record.lastRefreshAt == (isStrict ? nil : "2026-01-02T03:04:05.000Z"))
    #expect(record.initialEmail == (isStrict ? nil : "old@example.com"))
  }

  @Test(arguments: [Policy.quick, .quickEmulator], [false, true])
  func theEmulatorSaysThatItTakesNoAddressTwiceUnlessItWasToLook(policy: Policy, looks: Bool) throws {
    let server = try ServerHarness(policy: policy)
    #expect(try server.upload([Self.user { _ in }]) == [])
    let flaws = try server.upload([Self.user { $0.localId = "lee" }]) { $0.sanityCheck = looks }
    #expect(
      flaws == [
        policy.serviceAnswers || looks
          ? "0: email exists in other account in database"
          : "0: ((Auth Emulator does not support importing duplicate email: kim@example.com))"
      ])
  }

  @Test func theEmulatorLooksForNoAddressWhereTheProjectAllowsTwo() throws {
    let server = try ServerHarness(policy: .emulator)
    _ = try server.setConfig(
      ["signIn": ["allowDuplicateEmails": true]], mask: "signIn.allowDuplicateEmails")
    #expect(try server.upload([Self.user { _ in }]) == [])
    #expect(
      try server.upload([Self.user { $0.localId = "lee" }]) { $0.sanityCheck = true }
        == ["0: ((Auth Emulator does not support importing duplicate email: kim@example.com))"])
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func aTimeThatIsNoNumberIsRefusedWithTheWhole(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let bad: [(AccountRecord, place: String, value: String, flaw: String)] = [
      (Self.user { $0.createdAt = "yesterday" }, "created_at", "\"yesterday\"", "createdAt"),
      (Self.user { $0.lastLoginAt = "1.5" }, "last_login_at", "1.5", "lastLoginAt"),
    ]
    for (user, place, value, flaw) in bad {
      if policy.serviceAnswers {
        #expect(
          refusal { try server.upload([AccountRecord(localId: "lee"), user]) }
            == "Invalid value at 'users[1].\(place)' (TYPE_INT64), \(value)")
        #expect(try server.account("lee") == nil)
      } else if flaw == "createdAt" {
        #expect(try server.upload([user]) == ["0: createdAt is not a time"])
      }
    }
  }

  @Test func anAccountIsStoredAsItWasElsewhere() throws {
    let server = try ServerHarness(policy: .quick)
    var google = ProviderUserInfo(providerId: "google.com", rawId: "g1")
    google.displayName = "Kim G"
    var sms = MFAEnrollment(mfaEnrollmentId: "f1")
    sms.displayName = "work"
    sms.phoneInfo = ServerHarness.factorNumber
    sms.enrolledAt = "2026-01-02T03:04:05Z"
    let user = Self.user {
      $0.displayName = "Kim"
      $0.photoUrl = "https://photos.example/kim"
      $0.phoneNumber = ServerHarness.number
      $0.customAttributes = #"{"role":"tester"}"#
      $0.createdAt = "1700000000000"
      $0.lastLoginAt = "1700000001000"
      $0.providerUserInfo = [google, .init(providerId: "password"), .init(providerId: "phone")]
      $0.mfaInfo = [sms]
      $0.rawPassword = ServerHarness.password
    }
    #expect(try server.upload([user]) == [])
    var record = try #require(try server.account("kim"))
    #expect(record.displayName == "Kim")
    #expect(record.photoUrl == "https://photos.example/kim")
    #expect(record.customAttributes == #"{"role":"tester"}"#)
    #expect(record.createdAt == "1700000000000")
    #expect(record.lastLoginAt == "1700000001000")
    #expect(record.validSince == "1800000000")
    #expect(record.providerUserInfo?.map(\.providerId) == ["google.com", "phone", "password"])
    sms.enrolledAt = "2026-01-02T03:04:05.000000Z"
    #expect(record.mfaInfo == [sms])
    #expect(try server.firstFactor().hints.map(\.mfaEnrollmentId) == ["f1"])

    // What `accounts:update` says to an account's factors holds here too: another secret is another app.
    record = AccountRecord(localId: "mo")
    record.email = "mo@example.com"
    record.emailVerified = true
    record.rawPassword = ServerHarness.password
    var app = MFAEnrollment(mfaEnrollmentId: "app")
    app.totpInfo = TOTPInfo(sharedSecretKey: "JBSWY3DPEHPK3PXPJBSWY3DP")
    record.mfaInfo = [app]
    #expect(try server.upload([record]) == [])
    let (credential, _) = try server.firstFactor("mo@example.com")
    let totp = TOTP(secret: Base32.decode("JBSWY3DPEHPK3PXPJBSWY3DP") ?? [])
    #expect(
      try server.finishSignIn(credential, totp: server.code(of: totp), of: "app").idToken != nil)
    #expect(try server.account("mo")?.mfaInfo?.first?.totpInfo == TOTPInfo())
  }

  @Test(arguments: [
    (user { $0.localId = nil }, "localId is missing"),
    (user { $0.localId = String(repeating: "x", count: 129) }, "localId has more than 128 bytes"),
    (user { $0.email = "kim" }, "email is invalid"),
    (user { $0.email = "taken@example.com" }, "email exists in other account in database"),
    (user { $0.phoneNumber = "12" }, "phone number format is invalid"),
    (
      user { $0.phoneNumber = ServerHarness.number }, "phone number exists in other account in database"
    ),
    (
      user { $0.providerUserInfo = [.init(providerId: "google.com", rawId: "g1")] },
      "raw id exists in other account in database"
    ),
    (
      user { $0.providerUserInfo = [.init(providerId: "google.com")] },
      "federatedId or (providerId & rawId) is required"
    ),
    (user { $0.customAttributes = "[]" }, "Invalid custom claims provided."),
    (
      user { $0.customAttributes = #"{"a":"\#(String(repeating: "x", count: 1000))"}"# },
      "Custom claims provided are too large."
    ),
    (user { $0.customAttributes = #"{"sub":"x"}"# }, "Custom claims provided include a reserved claim."),
    (user { $0.createdAt = "-1" }, "createdAt is not a time"),
    (user { $0.lastLoginAt = "9223372036854775807" }, "lastLoginAt is not a time"),
    (
      user { $0.displayName = String(repeating: "x", count: 257) }, "displayName has more than 256 characters"
    ),
    (
      user { $0.tenantId = "other" }, "Tenant id in userInfo does not match the tenant id in request."
    ),
    (
      user { ($0.email, $0.mfaInfo) = (nil, [factor("f1")]) },
      "Second factor account requires email to be presented."
    ),
    (
      user { ($0.emailVerified, $0.mfaInfo) = (false, [factor("f1")]) },
      "Second factor account requires email to be verified."
    ),
    (user { $0.mfaInfo = [factor("f1"), factor("f1")] }, "Enrollment id already exists."),
    (user { $0.mfaInfo = [factor("f1") { $0.phoneInfo = "12" }] }, "Phone number format is invalid"),
    (user { $0.mfaInfo = [factor("f1") { $0.phoneInfo = nil }] }, "Second factor not supported."),
    (
      user { $0.mfaInfo = [factor("f1") { ($0.phoneInfo, $0.totpInfo) = (nil, .init()) }] },
      "Second factor not supported."
    ),
    (
      user {
        $0.mfaInfo = [factor("f1") { ($0.phoneInfo, $0.totpInfo) = (nil, .init(sharedSecretKey: "A")) }]
      }, "INVALID_ARGUMENT : totpInfo holds no secret of an authenticator app."
    ),
  ])
  func anAccountThatCannotBeIsToldByItsPlaceAndTheOthersAreStored(
    user: AccountRecord, message: String
  ) throws {
    let server = try ServerHarness()
    var taken = AccountRecord(localId: "taken")
    taken.email = "taken@example.com"
    taken.phoneNumber = ServerHarness.number
    taken.providerUserInfo = [.init(providerId: "google.com", rawId: "g1")]
    try server.upload([taken])
    let before = try server.account("taken")
    #expect(
      try server.upload([AccountRecord(localId: "first"), user, AccountRecord(localId: "last")])
        == ["1: \(message)"])
    #expect(try server.count("SELECT count(*) FROM accounts") == 3)
    #expect(try server.count("SELECT count(*) FROM accounts WHERE local_id IN ('first', 'last')") == 2)
    #expect(try server.account("taken") == before)
  }

  private static func factor(
    _ id: String, _ change: (inout MFAEnrollment) -> Void = { _ in }
  ) -> MFAEnrollment {
    var factor = MFAEnrollment(mfaEnrollmentId: id)
    factor.phoneInfo = ServerHarness.factorNumber
    change(&factor)
    return factor
  }

  /// Unicode takes the one for the other; the database does not.
  @Test(arguments: [["xK", "x\u{212A}"], ["\u{E9}", "e\u{301}"]])
  func accountsOfOtherBytesAreOthers(_ ids: [String]) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(try server.upload(ids.map { AccountRecord(localId: $0) }) == [])
    for id in ids {
      #expect(try server.account(id)?.localId.map { Array($0.utf8) } == Array(id.utf8))
    }
  }

  @Test func whatIsWrongWithTheWholeStoresNothing() throws {
    let server = try ServerHarness()
    let other = Self.user { $0.localId = "mo" }
    #expect(refusal { try server.upload([]) } == "MISSING_USER_ACCOUNT")
    #expect(
      refusal { try server.upload([Self.user { _ in }, other]) { $0.sanityCheck = true } }
        == "DUPLICATE_EMAIL : kim@example.com")
    let google = [ProviderUserInfo(providerId: "google.com", rawId: "g1")]
    let users = ["a", "b"].map { uid in
      Self.user { ($0.localId, $0.email, $0.providerUserInfo) = (uid, nil, google) }
    }
    #expect(
      refusal { try server.upload(users) { $0.sanityCheck = true } }
        == "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g1)")
    #expect(
      try server.upload([Self.user { _ in }, other]) == ["1: email exists in other account in database"])
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
  }

  @Test func anAccountThatIsReplacedLosesItsSessionsAndFactors() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let uid = try #require(kim.localId)
    let enrolled = try server.enrollPhone(kim.idToken)
    // ID tokens are told apart by whole seconds.
    server.clock.advance(1)
    let user = Self.user { ($0.localId, $0.displayName) = (uid, "Kim") }
    #expect(try server.upload([user]) == [])
    let record = try #require(try server.account(uid))
    #expect(record.displayName == "Kim")
    #expect(record.mfaInfo == nil)
    #expect(record.passwordHash == nil)
    #expect(refusal { try server.lookup(enrolled.idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(enrolled.refreshToken) } == "TOKEN_EXPIRED")
  }

  /// `firebase auth:import` never asks for it, and takes `error: []` for a problem.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func theServiceReplacesAccountsAndTheEmulatorAsks(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    func upload(_ names: [String], overwriting: Bool? = nil) throws -> BatchCreateAccounts.Response {
      var request = BatchCreateAccounts.Request(
        users: names.map { name in Self.user { $0.displayName = name } })
      request.allowOverwrite = overwriting
      return try server.call(BatchCreateAccounts.self, request, asOwner: true)
    }
    let isStrict = policy.serviceAnswers
    #expect(try upload(["one"]).error == (isStrict ? nil : []))
    let present = BatchCreateAccounts.Item(
      index: 0, message: "localId belongs to an existing account - can not overwrite.")
    #expect(try upload(["two"]).error == (isStrict ? nil : [present]))
    #expect(try server.account("kim")?.displayName == (isStrict ? "two" : "one"))
    #expect(try upload(["three"], overwriting: true).error == (isStrict ? nil : []))
    #expect(try server.account("kim")?.displayName == "three")
    #expect(refusal { try upload(["four", "five"]) } == (isStrict ? nil : "DUPLICATE_LOCAL_ID : kim"))
    #expect(try server.account("kim")?.displayName == (isStrict ? "five" : "three"))
  }

  /// As Node's admin SDK writes them.
  @Test func timesMayBeNumbers() throws {
    let server = try ServerHarness()
    let answer: BatchCreateAccounts.Response = try ServerHarness.decode(
      server.send(
        .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount",
        headers: ["Authorization": "Bearer owner"],
        body: #"{"users":[{"localId":"kim","createdAt":1700000000000}]}"#))
    #expect(answer.error == nil)
    #expect(try server.account("kim")?.createdAt == "1700000000000")
  }

  @Test func othersAreAnsweredBetweenTheBatchesOfAThousandAccounts() throws {
    let server = try ServerHarness()
    let users = (1...1000).map { AccountRecord(localId: "u\($0)") }
    #expect(try server.upload(users) == [])
    #expect(try server.count("SELECT count(*) FROM accounts") == 1000)
    #expect(AccountBatch.of(users).map(\.count) == Array(repeating: 100, count: 10))
    #expect(AccountBatch.of(users).last?.last?.index == 999)
  }

  @Test(arguments: [
    (HTTPMethod.post, "/v1/projects/demo-test/accounts:batchCreate", "Bearer owner", "", true),
    (.post, "/v1/projects/demo-test/accounts%3AbatchCreate", "Bearer owner", "", true),
    (.post, "/v1/projects/demo-test/accounts:batchCreate", "Bearer other", "", false),
    (.post, "/v1/projects/demo-test/accounts:batchCreate", "", "", false),
    (.post, "/v1/projects/demo-test/accounts:batchCreate", "Bearer owner", "https://example.com", false),
    (.post, "/v1/projects/demo-test/accounts:batchDelete", "Bearer owner", "", false),
  ])
  func onlyAnOwnersUploadMayBeLarge(
    method: HTTPMethod, path: String, authorization: String, origin: String, isLarge: Bool
  ) throws {
    var headers = HTTPHeaders()
    if !authorization.isEmpty { headers["Authorization"] = authorization }
    if !origin.isEmpty { headers["Origin"] = origin }
    let head = HTTPRequest(
      method: method, path: "/identitytoolkit.googleapis.com" + path, headers: headers)
    #expect(try ServerHarness().server.bodyLimit(for: head) == (isLarge ? 10 << 20 : nil))
  }
}
