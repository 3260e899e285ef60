import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import AuthServer

/// A database that something else has written into: every request ends in an answer or a typed error.
@Suite struct DamagedDatabaseTests {
  /// All damages take an hour of work: of so many one is tried.
  private static let share = Size.of(240, long: 1)

  private let sample: SampleDatabase

  init() throws {
    sample = try Self.prepared.get()
  }

  /// Made once, as no test changes it.
  private static let prepared = Result { try SampleDatabase() }

  /// What may come of one: it is told as such, or the damage does not matter here.
  private func isFit(_ failure: StorageFailure) -> Bool {
    switch failure {
    // SQLite writes nothing where the header asks for a newer SQLite.
    case .corrupt, .newer, .notWritable(_, "attempt to write a readonly database"): true
    // No number is left for another row.
    case .diskFull: true
    default: false
    }
  }

  private func expectNoHarm(_ name: @autoclosure () -> String, _ content: Data) throws {
    for failure in try sample.failures(with: content) where !isFit(failure) {
      Issue.record("\(name()): \(failure)")
    }
  }

  @Test func theSampleItselfIsSound() throws {
    #expect(try sample.failures(with: sample.content) == [])
  }

  @Test func bytesThatFlippedDoNoHarm() throws {
    for index in stride(from: 0, to: 400, by: Self.share) {
      // Half of them where SQLite keeps its own accounts, at the beginning of pages.
      let page = Self.number(index, "page") % (sample.content.count / 4096)
      let offset = Self.number(index, "offset") % (index.isMultiple(of: 2) ? 100 : 4096)
      var content = sample.content
      for byte in 0..<(1 + index % 4) {
        content[min(page * 4096 + offset + byte, content.count - 1)] ^= UInt8(
          1 + Self.number(index, "bits") % 255)
      }
      try expectNoHarm("flip \(index)", content)
    }
  }

  @Test func aFileThatWasCutDoesNoHarm() throws {
    for index in stride(from: 0, to: 60, by: Self.share) {
      let size = Self.number(index, "size") % sample.content.count
      try expectNoHarm(
        "cut \(index)", sample.content.prefix(index.isMultiple(of: 2) ? size : size / 4096 * 4096))
    }
  }

  @Test func pagesThatAreGoneDoNoHarm() throws {
    for page in stride(from: 0, to: sample.content.count / 4096, by: Self.share) {
      for filling: UInt8 in [0, 0xFF] {
        var content = sample.content
        content.replaceSubrange(page * 4096..<page * 4096 + 4096, with: repeatElement(filling, count: 4096))
        try expectNoHarm("page \(page) of \(filling)", content)
      }
    }
  }

  @Test func valuesThatNobodyWroteDoNoHarm() throws {
    let values = [
      "NULL", "'x'", "''", "x''", "x'00'", "1.5", "0", "-1", "9223372036854775807", "-9223372036854775808",
      "CAST(x'ff' AS TEXT)", #"'{"a":'"#, "'[1]'",
    ]
    let cases = try sample.columns().flatMap { column in values.map { (column.table, column.column, $0) } }
    for index in stride(from: 0, to: cases.count, by: Self.share) {
      let (table, column, value) = cases[index]
      let content = try sample.content(after: "UPDATE \(table) SET \(column) = \(value)")
      try expectNoHarm("\(table).\(column) = \(value)", content)
    }
  }

  /// Where it may not be, a number ends the process as soon as somebody reckons with it.
  @Test func noIntegerOfAnyTableEndsTheServer() throws {
    let values: [Int64] = [.max, .min, 9_000_000_000_000_000_000, 1_000_000_000_000_000]
    let columns = try sample.columns().filter { $0.type == "INTEGER" }
    for (index, column) in columns.enumerated() {
      for (place, value) in values.enumerated()
      where Size.isLong || (index * values.count + place).isMultiple(of: 41) {
        let content = try sample.content(after: "UPDATE \(column.table) SET \(column.column) = \(value)")
        try expectNoHarm("\(column.table).\(column.column) = \(value)", content)
      }
    }
  }

  @Test func everyTableOfTheSampleHoldsSomething() throws {
    #expect(try sample.emptyTables() == [])
  }

  /// A clock that is further off than anybody may set it is told, however little: its times would be as wrong.
  @Test(arguments: [Int64.max, .min, 9_000_000_000_000_000_000, 1_000_000_000_000, -1_000_000_000_000])
  func aClockThatNobodySetIsToldAsDamage(_ ahead: Int64) throws {
    let server = try ServerHarness()
    _ = try server.store.write {
      try $0.connection.run("INSERT INTO clock (id, ahead) VALUES (1, ?)", ahead)
    }
    let damage = StorageFailure.damaged(path: server.store.path, column: "clock.ahead")
    #expect(throws: damage) { try server.sendCode() }
    #expect(throws: damage) { try server.call(ReadClock.self, .init()) }
  }

  /// One number for each pair, the same in every run.
  private static func number(_ index: Int, _ name: String) -> Int {
    Digest.sha256("\(name) \(index)".utf8).prefix(6).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A database with something in every table, and a session with each thing that a client may come back with.
private struct SampleDatabase: Sendable {
  let content: Data
  private let requests: [@Sendable (ServerHarness) throws -> Void]

  private static let policy = Policy.quick.with {
    $0.signInMailsPerDay = 100
    $0.smsPerNumberHour = 100
  }
  private static let verifying = policy.with { $0.appVerificationRequired = true }
  private static var events: FunctionsSettings { EmulatorFake().settings(uptime: { .zero }) }

  init() throws {
    let recorder = PushRecorder()
    let server = try ServerHarness(policy: Self.policy, push: recorder, events: Self.events)
    let phone = try server.signIn()
    let other = "+14155550188"
    let info = try server.sendCode(to: other)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    try server.enrollPhone(try server.signInWithTOTP(app).idToken)
    let pending = try server.firstFactor()
    let factorInfo = try server.startSignIn(
      pending.credential, pending.hints.first { $0.totpInfo == nil }?.mfaEnrollmentId)
    _ = try? server.finishSignIn(
      pending.credential, totp: server.wrongCode(of: app),
      of: pending.hints.first { $0.totpInfo != nil }?.mfaEnrollmentId)
    let lee = try server.verifiedAccount("lee@example.com")
    let enrollment = try server.startTOTPEnrollment(lee.idToken)
    let google = SignInWithIdp.Request(
      postBody: FormEncoding.encode([
        QueryItem("providerId", "google.com"),
        QueryItem("id_token", #"{"sub":"g1","email":"g@example.com"}"#),
      ])
    )
    _ = try server.call(SignInWithIdp.self, google)
    let session = try server.call(
      SignInWithCustomToken.self,
      .init(token: try server.call(CreateCustomToken.self, .init(uid: "c", claims: ["level": 3])).token))
    try server.update(asOwner: true) {
      $0.localId = "c"
      $0.customAttributes = #"{"role":"a"}"#
    }
    let link = try server.sendLink(to: "new@example.com")
    try server.send(.passwordReset, to: ServerHarness.email)
    let reset = try server.mailedCode()
    let own = try server.sendCode()
    let proof = try server.call(
      SignInWithPhoneNumber.self, .init(sessionInfo: own, code: server.code(for: own), idToken: lee.idToken)
    ).temporaryProof
    _ = try? server.signIn("lee@example.com", password: "wrong")
    _ = try? server.confirm(info, code: server.wrongCode(for: info))
    let receipt = try server.verifyClient()
    let secret = recorder.pushes.last?.secret
    let challenge = try server.solve()
    let (providerSession, comeBack) = try server.comeBack(as: #"{"sub":"g2"}"#)
    let waiting = try server.signIn(
      at: "facebook.com", as: #"{"sub":"f1","email":"lee@example.com","email_verified":false}"#
    ).pendingToken
    _ = try server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "c", "issuer": "https://id.example"],
      query: [QueryItem("oauthIdpConfigId", "oidc.corp")], asOwner: true)
    let believingNobody = try server.reopened(policy: .believingNobody)
    let saml = try believingNobody.samlResponse(
      at: "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme")
    _ = try believingNobody.consume(saml)
    let passkey = try server.enrollPasskey(lee.idToken)
    let passkeySignIn = try server.startPasskeySignIn()
    let gone = try server.signUp(nil, nil)
    _ = try server.call(DeleteAccount.self, .init(idToken: gone.idToken))
    let tenant = try server.makeTenant()
    _ = try server.call(DeleteTenant.self, .init(), tenant: tenant, asOwner: true)
    _ = try server.call(PlanFault.self, PlannedFault(method: "createAuthUri", delayMilliseconds: 1))
    _ = try server.call(MoveClock.self, .init(offsetSeconds: 1))
    var sender = server.sender()
    _ = sender.step()
    _ = try server.signUp(nil, nil)

    requests = [
      { _ = try $0.call(ReadClock.self, .init()) },
      { _ = try $0.refresh(gone.refreshToken) },
      { _ = try $0.finishPasskeySignIn(passkey.assertion(for: passkeySignIn)) },
      { _ = try $0.signIn(in: tenant) },
      { _ = try $0.finish(providerSession, comeBack) },
      { _ = try $0.reopened(policy: .believingNobody).consume(saml) },
      {
        var request = SignInWithIdp.Request(idToken: lee.idToken)
        request.pendingToken = waiting
        _ = try $0.call(SignInWithIdp.self, request)
      },
      {
        _ = try $0.call(
          CreateSessionCookie.self, .init(idToken: phone.idToken), asOwner: true)
      },
      { _ = try $0.call(BatchGetAccounts.self, .init(maxResults: -1), asOwner: true) },
      { _ = try $0.call(QueryAccounts.self, .init(), asOwner: true) },
      {
        _ = try $0.call(
          GetProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
      },
      { _ = try $0.lookup(phone.idToken) },
      { _ = try $0.refresh(phone.refreshToken) },
      { _ = try $0.refresh(session.refreshToken) },
      { _ = try $0.call(Lookup.self, .init(email: [ServerHarness.email, "g@example.com"]), asOwner: true) },
      { _ = try $0.signIn(ServerHarness.email, password: ServerHarness.password) },
      { _ = try $0.signIn("lee@example.com", password: "wrong") },
      { _ = try $0.startSignIn(pending.credential, pending.hints.first?.mfaEnrollmentId) },
      { _ = try $0.finishSignIn(pending.credential, factorInfo, "000000") },
      { server in
        _ = try server.finishSignIn(
          pending.credential, totp: server.wrongCode(of: app),
          of: pending.hints.first { $0.totpInfo != nil }?.mfaEnrollmentId)
      },
      { _ = try $0.finishTOTPEnrollment(lee.idToken, enrollment, "000000") },
      { _ = try $0.confirm(info, code: "000000") },
      { _ = try $0.call(ResetPassword.self, .init(oobCode: reset)) },
      { _ = try $0.call(ResetPassword.self, .init(oobCode: reset, newPassword: "another horse")) },
      { _ = try $0.signIn(linkTo: "new@example.com", code: link) },
      {
        _ = try $0.call(
          SignInWithPhoneNumber.self, .init(temporaryProof: proof, phoneNumber: ServerHarness.number))
      },
      { _ = try $0.call(SignInWithIdp.self, google) },
      { _ = try $0.call(Outbox.self, .init()) },
      { _ = try $0.call(ListEvents.self, .init()) },
      { _ = try $0.call(VerificationCodes.self, .init()) },
      { _ = try $0.call(OobCodes.self, .init()) },
      { _ = try $0.call(GetProjectConfig.self, .init(), asOwner: true) },
      { _ = try $0.call(SigningKeys.self, .init()) },
      { _ = try $0.sendLink() },
      { _ = try $0.signUp(nil, nil) },
      { _ = try $0.withdraw(lee.idToken, "none") },
      { server in
        var sender = server.sender()
        for _ in 1...3 { _ = sender.step() }
      },
      { server in
        _ = try server.sendCode(to: other) {
          ($0.iosReceipt, $0.iosSecret) = (receipt.receipt, secret)
        }
      },
      { _ = try $0.sendCode(to: "+14155550122") { $0.recaptchaToken = challenge } },
      { _ = try $0.call(ResetProject.self, .init()) },
    ]
    try server.store.checkpoint()
    content = try Data(contentsOf: URL(filePath: server.folder.path(of: "local.db")))
  }

  /// What a server on `content` could not do because of it.
  func failures(with content: Data) throws -> [StorageFailure] {
    let folder = TemporaryFolder(inMemory: true)
    try content.write(to: URL(filePath: folder.path(of: "local.db")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path(of: "local.db"))
    var failures: [StorageFailure] = []
    do {
      let server = try ServerHarness(
        policy: Self.verifying, events: Self.events, folder: folder, seed: 1_000_000)
      for request in requests {
        do {
          try request(server)
        } catch is ServerError {
        } catch let failure as StorageFailure {
          failures.append(failure)
        }
      }
    } catch let failure as StorageFailure {
      failures.append(failure)
    }
    return failures
  }

  func columns() throws -> [(table: String, column: String, type: String)] {
    try withConnection { connection in
      let names: String? = try connection.value(
        """
        SELECT group_concat(t.name || '.' || c.name || '.' || c.type)
        FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
        """)
      return (names ?? "").split(separator: ",").map { name in
        let parts = name.split(separator: ".").map(String.init)
        return (parts[0], parts[1], parts[2])
      }
    }
  }

  func emptyTables() throws -> [String] {
    let tables = Set(try columns().map(\.table)).sorted()
    return try withConnection { connection in
      // Statements are literals, so the name of the table is in a view.
      try tables.filter { table in
        try connection.runScript(
          "DROP VIEW IF EXISTS one; CREATE TEMPORARY VIEW one AS SELECT count(*) AS rows FROM \(table)")
        return try connection.value("SELECT rows FROM one") == 0
      }
    }
  }

  private func withConnection<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    let folder = TemporaryFolder(inMemory: true)
    try content.write(to: URL(filePath: folder.path(of: "local.db")))
    return try body(Connection(path: folder.path(of: "local.db")))
  }

  /// The database as `statement` leaves it, if the schema lets it do anything.
  func content(after statement: String) throws -> Data {
    let folder = TemporaryFolder(inMemory: true)
    let path = folder.path(of: "local.db")
    try content.write(to: URL(filePath: path))
    let connection = try Connection(path: path)
    try? connection.runScript("PRAGMA journal_mode = DELETE; PRAGMA ignore_check_constraints = ON")
    try? connection.runScript(statement.replacing("UPDATE", with: "UPDATE OR REPLACE"))
    try? connection.runScript("PRAGMA journal_mode = WAL")
    return try Data(contentsOf: URL(filePath: path))
  }
}

extension ServerHarness {
  fileprivate func signInWithTOTP(_ app: TOTP) throws -> FinalizeMFASignIn.Response {
    clock.advance(30)
    let first = try firstFactor()
    return try finishSignIn(first.credential, totp: code(of: app), of: first.hints.first?.mfaEnrollmentId)
  }
}

extension Store {
  /// Moves the whole log into the file.
  fileprivate func checkpoint() throws {
    try Connection(path: path).runScript("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
