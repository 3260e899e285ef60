import AuthClient
import Essentials
import LibC
import LocalAuthServer
import Synchronization
import TestSupport
import Testing

private let number = "+16505550123"

/// Signs in by phone, as an app does.
@discardableResult
func signIn(_ auth: Auth, by number: String, at server: LocalServer) async throws -> AuthDataResult {
  let provider = PhoneAuthProvider.provider(auth: auth)
  let id = try await provider.verifyPhoneNumber(number)
  return try await auth.signIn(
    with: provider.credential(withVerificationID: id, verificationCode: try server.smsCode(to: number)))
}

@Suite struct LocalServerTests {
  @Test func aUserIsSignedInByPhoneWithoutANetwork() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    let user = try await signIn(auth, by: number, at: server).user
    #expect(user.phoneNumber == number)
    #expect(auth.currentUser?.uid == user.uid)
    #expect(try server.accounts().map(\.uid) == [user.uid])
    #expect(server.port == nil && server.origin == nil)
  }

  @Test func theSameServerAnswersOnAPort() async throws {
    let server = try LocalServer()
    let port = try server.listen()
    #expect(server.port == port && server.origin == "http://127.0.0.1:\(port)")
    #expect(try server.listen(port: port) == port)
    #expect(throws: LocalServerError.alreadyListening(port: port)) {
      try server.listen(port: port == 1 ? 2 : 1)
    }
    let auth = Auth(apiKey: "any", projectID: server.projectID)
    auth.useEmulator(withHost: "127.0.0.1", port: port)
    let uid = try await signIn(auth, by: number, at: server).user.uid
    #expect(try await signIn(server.auth(), by: number, at: server).user.uid == uid)
  }

  /// Also where a second passes beyond what whole numbers hold.
  @Test(arguments: [1e19, 1e300, .infinity, 253_402_300_799, -1, -1e19, -.infinity, .nan])
  func aClockMayShowAnything(_ time: Double) async throws {
    for rules in [LocalServer.Rules.emulator, .strict] {
      let clock = ManualClock()
      let server = try LocalServer(rules: rules, clock: { clock.now }, tokenKey: Self.key.get())
      _ = try server.createUser(email: "kim@example.com", phoneNumber: number)
      clock.set(to: Date(timeIntervalSince1970: time))
      let expected = time > 0 ? 253_370_764_800 : 0.0
      #expect(server.now == Date(timeIntervalSince1970: expected))
      let auth = server.auth()
      let user = try await auth.signIn(withCustomToken: server.customToken(uid: "kim")).user
      #expect(try await !user.getIDToken(forcingRefresh: true).isEmpty)
      try await auth.sendPasswordReset(withEmail: "kim@example.com")
      #expect(try server.accounts().count == 2)
      clock.advance(by: .seconds(Int64.max))
      clock.advance(by: .seconds(Int64.min))
      _ = try server.messages()
    }
  }

  private static let key = Result { try TokenKey() }

  @Test func lifetimesAreHeldWithinTheirBounds() {
    var rules = LocalServer.Rules.emulator
    rules.idTokenLifetime = .seconds(Int64.max)
    rules.smsCodeLifetime = .seconds(Int64.max)
    rules.signInLinkLifetime = .seconds(Int64.max)
    rules.triesPerCode = .max
    #expect(rules.idTokenLifetime == .seconds(86_400))
    #expect(rules.smsCodeLifetime == .seconds(86_400))
    #expect(rules.signInLinkLifetime == .seconds(2_592_000))
    #expect(rules.triesPerCode == 100)
    rules.idTokenLifetime = .seconds(Int64.min)
    rules.smsCodeLifetime = .zero
    rules.signInLinkLifetime = .milliseconds(1)
    rules.triesPerCode = .min
    #expect(rules.idTokenLifetime == .seconds(60))
    #expect([rules.smsCodeLifetime, rules.signInLinkLifetime] == [.seconds(1), .seconds(1)])
    #expect(rules.triesPerCode == 1)
    rules.idTokenLifetime = .seconds(90)
    #expect(rules.idTokenLifetime == .seconds(90))
  }

  /// Signals and open files belong to the program that the server is a part of.
  @Test func itsPortsThreadsTakeNoSignals() async throws {
    let masks = Mutex<[Bool]>([])
    let server = try LocalServer(clock: {
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      let mayBeInterrupted = sigismember(&blocked, SIGPIPE) == 0
      masks.withLock { $0.append(mayBeInterrupted) }
      return Date()
    })
    let auth = Auth(apiKey: "any", projectID: server.projectID)
    auth.useEmulator(withHost: "127.0.0.1", port: try server.listen())
    _ = try await auth.signInAnonymously()
    let seen = masks.withLock { $0 }
    #expect(!seen.isEmpty && seen.allSatisfy { !$0 })
  }

  @Test func aPortOfAnotherIsSaidToBe() throws {
    let first = try LocalServer()
    let port = try first.listen()
    let second = try LocalServer()
    #expect(throws: LocalServerError.portTaken(port)) { try second.listen(port: port) }
    #expect(throws: LocalServerError.cannotListen(reason: "a port is a number from 0 to 65535")) {
      try second.listen(port: 65_536)
    }
  }

  @Test func aStoppedServerIsNotThereAnyMore() async throws {
    let server = try LocalServer()
    let port = try server.listen()
    let (direct, distant) = (server.auth(), Auth(apiKey: "any", projectID: server.projectID))
    distant.useEmulator(withHost: "127.0.0.1", port: port)
    try await signIn(direct, by: number, at: server)
    server.stop()
    server.stop()
    for auth in [direct, distant] {
      let error = await #expect(throws: AuthError.self) { try await auth.signInAnonymously() }
      #expect(error?.code == .networkError)
    }
    #expect(throws: LocalServerError.stopped) { try server.listen() }
    #expect(server.port == nil)
    #expect(try server.accounts().count == 1)
  }

  @Test func aClientKeepsItsServer() async throws {
    var server: LocalServer? = try LocalServer()
    let auth = try #require(server).auth()
    server = nil
    #expect(try await auth.signInAnonymously().user.isAnonymous)
  }

  @Test func aServerThatNothingRefersToLeavesItsPort() throws {
    let port = try LocalServer().listen()
    #expect(try LocalServer().listen(port: port) == port)
  }

  @Test func theClockOfTheTestDecidesWhatHasExpired() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    var rules = LocalServer.Rules.emulator
    rules.smsCodeLifetime = .seconds(60)
    rules.idTokenLifetime = .seconds(1_800)
    let server = try LocalServer(rules: rules, clock: { clock.now })
    let auth = server.auth()
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber(number)
    let code = try server.smsCode(to: number)
    #expect(try server.messages().map(\.sentAt) == [clock.now])
    clock.advance(by: .seconds(61))
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: code))
    }
    #expect(error?.code == .sessionExpired)

    let user = try await signIn(auth, by: number, at: server).user
    let first = try await user.getIDTokenResult()
    #expect(first.issuedAtDate == clock.now)
    #expect(first.expirationDate == clock.now + 1_800)
    clock.advance(by: .seconds(1_400))
    #expect(try await user.getIDToken() == first.token)
    clock.advance(by: .seconds(200))
    let next = try await user.getIDTokenResult()
    #expect(next.issuedAtDate == clock.now && next.token != first.token)
    #expect(server.now == clock.now)
    clock.set(to: Date(timeIntervalSince1970: 1_900_000_000))
    #expect(server.now == Date(timeIntervalSince1970: 1_900_000_000))
  }

  @Test func aSeedDecidesCodesAndIDs() async throws {
    func run(seed: Int) async throws -> [String] {
      let random = SeededRandom(seed: seed)
      let server = try LocalServer(random: { random.bytes($0) })
      let uid = try await signIn(server.auth(), by: number, at: server).user.uid
      return [uid, try server.smsCode(to: number)]
    }
    let first = try await run(seed: 1)
    #expect(try await run(seed: 1) == first)
    #expect(try await run(seed: 2) != first)
  }

  @Test func manyServersAtOnceKnowNothingOfEachOther() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<24 {
        group.addTask {
          let server = try LocalServer()
          let own = "+1650555\(1000 + index)"
          let auth = index.isMultiple(of: 2) ? server.auth() : Auth(apiKey: "k", projectID: "demo-test")
          if !index.isMultiple(of: 2) { auth.useEmulator(withHost: "127.0.0.1", port: try server.listen()) }
          try await signIn(auth, by: own, at: server)
          #expect(try server.accounts().map(\.phoneNumber) == [own])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func manyClientsOfOneServerSignInAtOnce() async throws {
    let server = try LocalServer()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<32 {
        group.addTask { try await signIn(server.auth(), by: "+1650555\(2000 + index)", at: server) }
      }
      try await group.waitForAll()
    }
    #expect(try server.accounts().count == 32)
  }

  @Test func aFileIsGoneOnWith() async throws {
    let folder = TemporaryFolder()
    let (database, session) = (
      folder.path(of: "auth.db"), FileUserPersistence(path: folder.path(of: "session"))
    )
    let uid = try await {
      let server = try LocalServer(database: database, rules: .strict)
      try server.setTestPhoneNumber(number, code: "123456")
      let auth = try server.auth(persistence: session)
      return try await auth.signIn(withCustomToken: try server.customToken(uid: "kim")).user.uid
    }()
    let server = try LocalServer(database: database, rules: .strict)
    #expect(try server.accounts().map(\.uid) == ["kim"] && uid == "kim")
    #expect(try server.testPhoneNumbers() == ["+16505553434": "654321", number: "123456"])
    let auth = try server.auth(persistence: session)
    #expect(auth.currentUser?.uid == "kim")
    #expect(try await auth.currentUser?.getIDTokenResult(forcingRefresh: true).signInProvider == "custom")
  }

  @Test func aFileOfAnotherProgramIsRefused() {
    let folder = TemporaryFolder()
    folder.write("not a database, by any means", to: "auth.db")
    let path = folder.path(of: "auth.db")
    let error = #expect(throws: LocalServerError.self) { try LocalServer(database: path) }
    #expect(error == .unusableDatabase(path: path, reason: "file is not a database"))
    #expect(folder.text(of: "auth.db") == "not a database, by any means")
  }

  @Test func aDatabaseOfAnEarlierBuildIsRefused() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "auth.db")
    // The only page of an empty database of SQLite's: version 14, "ushr".
    var page = [UInt8](repeating: 0, count: 4096)
    page.replaceSubrange(0..<24, with: Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32])
    page.replaceSubrange(60..<72, with: [0, 0, 0, 14, 0, 0, 0, 0] + Array("ushr".utf8))
    page.replaceSubrange(100..<108, with: [0x0D, 0, 0, 0, 0, 0x10, 0, 0])
    folder.write(page, to: "auth.db")
    let error = #expect(throws: LocalServerError.self) { try LocalServer(database: path) }
    #expect(
      error
        == .unusableDatabase(
          path: path, reason: "an earlier build made it, and this build cannot read its format")
    )
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == page)
  }

  @Test func aProjectNeedsAName() {
    let error = LocalServerError.refused(
      code: "INVALID_PROJECT_ID", message: "a project's id is a word without slashes")
    #expect(throws: error) { try LocalServer(project: "") }
    #expect(throws: error) { try LocalServer(project: "a/b") }
  }
}
