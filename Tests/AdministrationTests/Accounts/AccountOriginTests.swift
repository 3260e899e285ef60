import Essentials
import IdentityToolkit
import Testing

@testable import Administration

/// Users of other services, in the forms of their documentation.
struct AccountOriginTests {
  private let scratch = Scratch()

  private func read(
    _ text: String, _ origin: AccountOrigin, name: String = "users.json",
    at now: Date = Date(timeIntervalSince1970: 1_800_000_000)
  ) throws -> [(record: AccountRecord, losses: Set<AccountOrigin.Loss>)] {
    let reader = try AccountReader(scratch.write(text, to: name), from: origin, at: now)
    var users: [(AccountRecord, Set<AccountOrigin.Loss>)] = []
    try reader.forEach { users.append(($0.record, $0.losses)) }
    #expect(reader.count == users.count)
    return users
  }

  /// An account that has, as every one of these, an address and a flag that says whether it is blocked.
  private func account(_ uid: String, _ change: (inout AccountRecord) -> Void) -> AccountRecord {
    var account = AccountRecord(localId: uid)
    (account.email, account.emailVerified, account.disabled) = ("ada@example.com", true, false)
    change(&account)
    return account
  }

  private static let bcrypt = "$2b$10$194fndLu5YaiEbZPc24zcuRddSGBuQj/45xU7hVf9AZsmHCxxIocS"

  private static func hash(_ account: inout AccountRecord) {
    account.passwordHash = Data(bcrypt.utf8).base64EncodedString()
    account.passwordHashParameters = ["hashAlgorithm": "BCRYPT"]
  }

  @Test func theLinesOfAuth0() throws {
    let lines = #"""
      {"user_id":"auth0|1","email":"ada@example.com","email_verified":true,"name":"Ada","picture":"https://x.example/a.png","created_at":"2023-11-14T22:13:20.001Z","last_login":"2023-11-14T22:13:20Z","username":"ada","identities":[{"provider":"auth0","user_id":"1","connection":"Username-Password-Authentication","isSocial":false},{"provider":"google-oauth2","user_id":"9","isSocial":true,"profileData":{"email":"ada@gmail.com","name":"A"}},{"provider":"waad","user_id":"7"}],"app_metadata":{"plan":"pro"},"user_metadata":{}}
      {"user_id":"google-oauth2|8","email":"ada@example.com","email_verified":true,"blocked":true,"phone_number":"+14155550100"}

      """#
    let users = try read(lines, .auth0)
    var google = ProviderUserInfo(providerId: "google.com", rawId: "9")
    (google.email, google.displayName) = ("ada@gmail.com", "A")
    var other = ProviderUserInfo(providerId: "google.com", rawId: "8")
    other.email = "ada@example.com"
    #expect(
      users.map(\.record) == [
        account("auth0|1") {
          ($0.displayName, $0.photoUrl) = ("Ada", "https://x.example/a.png")
          ($0.createdAt, $0.lastLoginAt) = ("1700000000001", "1700000000000")
          $0.providerUserInfo = [google]
        },
        account("google-oauth2|8") { ($0.disabled, $0.providerUserInfo) = (true, [other]) },
      ])
    #expect(users.map(\.losses) == [[.username, .metadata, .provider, .password], [.address]])
    // The Management API with include_totals, and without.
    let array = "[" + lines.split(separator: "\n").joined(separator: ",") + "]"
    for text in [array, #"{"start":0,"total":2,"users":\#(array)}"#] {
      #expect(try read(text, .auth0).map(\.record) == users.map(\.record))
    }
  }

  @Test func thePasswordsOfAuth0() throws {
    let line = """
      {"_id":{"$oid":"60425dc43519d90068f82973"},"email_verified":true,"email":"ada@example.com",\
      "passwordHash":"\(Self.bcrypt)","password_set_date":{"$date":"2021-03-05T16:40:36.528Z"},"tenant":"acme",\
      "connection":"Username-Password-Authentication","_tmp_is_unique":true}
      """
    let users = try read(line, .auth0)
    #expect(users.map(\.record) == [account("auth0|60425dc43519d90068f82973", Self.hash)])
    #expect(users.map(\.losses) == [[]])
    // The export has the rest of the account.
    let profile = """
      {"user_id":"auth0|60425dc43519d90068f82973","email":"ada@example.com","email_verified":true,"name":"Ada"}
      {"user_id":"auth0|2","email":"bob@example.com"}
      """
    var sent: [BatchCreateAccounts.Request] = []
    var upload = AccountImport(
      with: ["auth0|60425dc43519d90068f82973": users[0].record], takesAdditions: true)
    try upload.run(
      AccountReader(scratch.write(profile, to: "profiles.json"), from: .auth0),
      upload: {
        sent.append($0)
        return .init(error: nil)
      })
    let ada = account("auth0|60425dc43519d90068f82973") {
      Self.hash(&$0)
      $0.passwordHash = $0.passwordHash?.webSafeBase64
      $0.displayName = "Ada"
    }
    #expect(sent.flatMap { $0.users ?? [] }.first == ada)
    #expect(upload.report.losses == [.password: 1])
    #expect(upload.report.hashesUnmatched == 0)
  }

  @Test func hashesOfNobodyAreCounted() throws {
    let profile = scratch.write(#"{"user_id":"auth0|1","email":"ada@example.com"}"# + "\n")
    var hashed = AccountRecord(localId: "auth0|1")
    Self.hash(&hashed)
    var upload = AccountImport(with: ["auth0|1": hashed, "auth0|2": hashed], takesAdditions: true)
    try upload.run(AccountReader(profile, from: .auth0), upload: { _ in .init(error: nil) })
    #expect(upload.report.hashesUnmatched == 1)
    #expect(upload.report.losses == [:])
    // Then it is the file of another tenant.
    var other = AccountImport(with: ["auth0|2": hashed], takesAdditions: true)
    #expect(throws: AccountImportError.strangeHashes) {
      try other.run(AccountReader(profile, from: .auth0), upload: { _ in throw Stop() })
    }
  }

  /// A provider is no reason to forget that the user had a password.
  @Test func eachPasswordThatIsNotReadCounts() throws {
    let argon = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"
    let google = #"{"provider":"google","provider_id":"1","provider_user_id":"1"}"#
    func losses(_ members: String, _ origin: AccountOrigin) throws -> [Set<AccountOrigin.Loss>] {
      try read("[{\"id\":\"a\",\"email\":\"ada@example.com\",\(members)}]", origin).map(\.losses)
    }
    let clerk = #""external_accounts":[\#(google)]"#
    #expect(try losses(clerk, .clerk) == [[]])
    #expect(try losses(clerk + #","password_enabled":true"#, .clerk) == [[.password]])
    #expect(try losses(clerk + #","password_digest":"\#(argon)""#, .clerk) == [[.password]])
    let enabled = #","password_enabled":true,"password_digest":"\#(Self.bcrypt)""#
    #expect(try losses(clerk + enabled, .clerk) == [[]])
    #expect(
      try losses(#""identities":[\#(google),{"provider":"email","provider_id":"a"}]"#, .supabase)
        == [[.password]])
    #expect(
      try losses(#""identities":[\#(google)],"encrypted_password":"\#(argon)""#, .supabase) == [[.password]])
  }

  @Test func bansThatAreOverStayOver() throws {
    let rows = ["2027-01-15 07:59:59+00", "2027-01-15 08:00:01+00", "infinity", "null"]
      .map { "a,ada@example.com,\($0)\n" }
    let users = try read("id,email,banned_until\n" + rows.joined(), .supabase, name: "users.csv")
    #expect(users.map(\.record.disabled) == [false, true, true, false])
    // Clerk unlocks users by itself.
    let json = #"[{"id":"a","locked":true,"banned":false},{"id":"b","locked":false,"banned":true}]"#
    #expect(try read(json, .clerk).map(\.record.disabled) == [false, true])
  }

  @Test func aLongFirstLineIsOneOfMany() throws {
    let lines = ["a", "b"].map {
      #"{"user_id":"google-oauth2|\#($0)","nickname":"\#(String(repeating: "x", count: 40_000))"}"#
    }
    #expect(
      try read("\n" + lines.joined(separator: "\n"), .auth0).map(\.record.localId)
        == ["google-oauth2|a", "google-oauth2|b"])
    let long = #"{"users":[\#(lines.joined(separator: ","))]}"#
    #expect(try read(long, .auth0).map(\.record.localId) == ["google-oauth2|a", "google-oauth2|b"])
  }

  private static let key =
    "ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw=="

  @Test func theTableOfSupabase() throws {
    let csv = """
      id,email,encrypted_password,email_confirmed_at,phone,phone_confirmed_at,banned_until,raw_user_meta_data,raw_app_meta_data,created_at
      a,ada@example.com,\(Self.bcrypt),2023-11-14 22:13:20+00,14155550100,2023-11-14 22:13:20+00,null,"{""full_name"":""Ada, L"",""avatar_url"":""https://x.example/a.png""}","{""provider"":""email"",""providers"":[""email""]}",2023-11-14 22:13:20.001+00
      b,ada@example.com,"$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(Self.key)$C0sHCg9ek77hsg==$AAAA",2023-11-14 22:13:20+00,14155550101,,infinity,{},"{""providers"":[""google""],""role"":""x""}",

      """
    let users = try read(csv, .supabase, name: "users.csv")
    #expect(
      users.map(\.record) == [
        account("a") {
          Self.hash(&$0)
          ($0.displayName, $0.photoUrl, $0.phoneNumber) = (
            "Ada, L", "https://x.example/a.png", "+14155550100"
          )
          $0.createdAt = "1700000000001"
        },
        account("b") {
          ($0.disabled, $0.salt, $0.passwordHash) = (true, "C0sHCg9ek77hsg==", "AAAA")
          $0.passwordHashParameters = [
            "hashAlgorithm": "SCRYPT", "memoryCost": 14, "rounds": 8, "saltSeparator": "Bw==",
            "signerKey": .string(Self.key),
          ]
        },
      ])
    #expect(users.map(\.losses) == [[], [.address, .provider, .metadata]])
  }

  @Test func theUsersOfSupabasesAPI() throws {
    let json = """
      {"users":[{"id":"a","email":"ada@example.com","email_confirmed_at":"2023-11-14T22:13:20Z","phone":"",
        "last_sign_in_at":"2023-11-14T22:13:20Z","app_metadata":{"provider":"github"},"user_metadata":{"name":"Ada"},
        "identities":[{"provider":"github","id":"5","identity_data":{"sub":"5","email":"ada@example.com"}}]},
       {"id":"b","email":"ada@example.com","email_confirmed_at":"2023-11-14T22:13:20Z","identities":[]}],
       "aud":"authenticated"}
      """
    let users = try read(json, .supabase)
    var github = ProviderUserInfo(providerId: "github.com", rawId: "5")
    github.email = "ada@example.com"
    #expect(
      users.map(\.record) == [
        account("a") {
          ($0.displayName, $0.lastLoginAt, $0.providerUserInfo) = ("Ada", "1700000000000", [github])
        },
        account("b") { _ in },
      ])
    #expect(users.map(\.losses) == [[], [.password]])
  }

  @Test func theTableOfClerk() throws {
    let csv = """
      id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher
      user_1,Ada,Lovelace,,ada@example.com,+14155550100,ada@example.com|ada@example.org,,+14155550100,,JBSWY3DPEHPK3PXP,\(Self.bcrypt),bcrypt
      user_2,,,ada,ada@example.com,+14155550101,,ada@example.com,,+14155550101,,$argon2id$v=19$x,argon2id

      """
    let users = try read(csv, .clerk, name: "users.csv")
    var factor = MFAEnrollment(mfaEnrollmentId: "totp")
    factor.totpInfo = TOTPInfo(sharedSecretKey: "JBSWY3DPEHPK3PXP")
    let first = account("user_1") {
      Self.hash(&$0)
      ($0.displayName, $0.phoneNumber, $0.mfaInfo) = ("Ada Lovelace", "+14155550100", [factor])
    }
    #expect(users.map(\.record) == [first, account("user_2") { $0.emailVerified = false }])
    #expect(users.map(\.losses) == [[.address], [.address, .username, .password]])

    // Google takes no secret of an authenticator app.
    for takesAdditions in [false, true] {
      var sent: [BatchCreateAccounts.Request] = []
      var upload = AccountImport(takesAdditions: takesAdditions)
      try upload.run(
        AccountReader(scratch.path(of: "users.csv"), from: .clerk),
        upload: {
          sent.append($0)
          return .init(error: nil)
        })
      #expect(sent.flatMap { $0.users ?? [] }.map(\.mfaInfo) == [takesAdditions ? [factor] : [], nil])
      #expect(sent[0].hashAlgorithm == (takesAdditions ? nil : .bcrypt))
      var losses: [AccountOrigin.Loss: Int] = [.address: 2, .username: 1, .password: 1]
      if !takesAdditions { losses[.secondFactor] = 1 }
      #expect(upload.report.losses == losses)
    }
  }

  @Test func theUsersOfClerksAPI() throws {
    let json = """
      [{"id":"user_1","first_name":"Ada","image_url":"https://x.example/a.png","primary_email_address_id":"e2",
        "email_addresses":[{"id":"e1","email_address":"ada@example.org","verification":{"status":"verified"}},
          {"id":"e2","email_address":"ada@example.com","verification":{"status":"verified"}}],
        "phone_numbers":[],"external_accounts":[{"provider":"oauth_apple","provider_user_id":"4","email_address":"a@x"},
          {"provider":"oauth_microsoft","provider_user_id":"3"}],
        "totp_enabled":true,"banned":false,"created_at":1700000000001,"public_metadata":{"a":1}}]
      """
    let users = try read(json, .clerk)
    var apple = ProviderUserInfo(providerId: "apple.com", rawId: "4")
    apple.email = "a@x"
    #expect(
      users.map(\.record) == [
        account("user_1") {
          ($0.displayName, $0.photoUrl, $0.createdAt) = ("Ada", "https://x.example/a.png", "1700000000001")
          $0.providerUserInfo = [apple]
        }
      ])
    #expect(users.map(\.losses) == [[.address, .provider, .secondFactor, .metadata]])
  }

  @Test(
    arguments: [
      (#"{"users":[{"localId":"kim"}]}"#, .badAccount(index: 0, .init(offset: 10, line: 1))),
      (#"{"name":"kim"}"#, .badAccount(index: 0, .init(offset: 0, line: 1))),
      ("<html>", .noUsers), ("name,mail\nkim,x\n", .badAccount(index: 0, .init(offset: 10, line: 2))),
    ] as [(String, AccountFileError)])
  func aFileOfSomethingElseSaysWhere(text: String, expected: AccountFileError) {
    #expect(throws: expected) { _ = try read(text, .auth0) }
  }
}
