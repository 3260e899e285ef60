import AuthClient
import Essentials
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct PersistenceTests {
  /// Keeps a session, and fails when told.
  final class Fallible: UserPersistence {
    struct Failure: Error {}

    private let state = Mutex<(session: Data?, fails: Bool)>((nil, false))

    var isEmpty: Bool { state.withLock { $0.session == nil } }

    func fail(_ fails: Bool) {
      state.withLock { $0.fails = fails }
    }

    func load() throws -> Data? { try state.withLock { try Self.check($0.fails, $0.session) } }

    func save(_ session: Data) throws {
      try state.withLock { $0.session = try Self.check($0.fails, session) }
    }

    func delete() throws {
      try state.withLock { $0.session = try Self.check($0.fails, nil) }
    }

    private static func check(_ fails: Bool, _ session: Data?) throws -> Data? {
      if fails { throw Failure() }
      return session
    }
  }

  private let kept = Fallible()
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness(persistence: kept)
  }

  @Test func theUserIsThereAgain() async throws {
    let user = try await harness.signInByPhone().user
    let next = try harness.client(persistence: kept)
    #expect(next.currentUser?.uid == user.uid)
    #expect(next.currentUser?.phoneNumber == ClientHarness.number)
    let token = try await user.getIDToken()
    harness.clock.advance(4000)
    #expect(try await next.currentUser?.getIDToken() != token)
    try await next.signOut()
    #expect(kept.isEmpty)
    #expect(try harness.client(persistence: kept).currentUser == nil)
  }

  /// Eight programs find the token of one session expired: one of them renews it.
  @Test func programsOnOneFileMakeOneRenewal() async throws {
    let folder = TemporaryFolder()
    func program() throws -> Auth {
      try harness.client(
        persistence: FileUserPersistence(path: folder.path(of: "session"), lockTimeout: .seconds(3600)))
    }
    _ = try await harness.signInByPhone(with: try program())
    let programs = try (0..<8).map { _ in try program() }
    harness.clock.advance(3600)
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for program in programs { group.addTask { try await program.currentUser?.getIDToken() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(harness.transport.requests(to: "/v1/token") == 1)
    // Once one of them has signed out, a renewal of another signs nobody in again.
    harness.clock.advance(3600)
    let user = try #require(programs[1].currentUser)
    try await programs[0].signOut()
    #expect(try await code { _ = try await user.getIDToken() } == .nullUser)
    #expect(programs[1].currentUser == nil)
    #expect(harness.transport.requests(to: "/v1/token") == 1)
  }

  @Test func aSessionGoesNowhereElse() async throws {
    let uid = try await harness.signInByPhone().user.uid
    let google = try Auth(ClientHarness.options, persistence: kept)
    #expect(google.currentUser == nil)
    google.useEmulator(withHost: "127.0.0.1", port: 9099)
    #expect(google.currentUser == nil)
    let other = try Auth(AuthOptions(apiKey: "k", projectID: "other"), persistence: kept)
    #expect(other.currentUser == nil)
    // Nor to another tenant, and back again it is there.
    let next = try harness.client(persistence: kept)
    next.tenantID = "customers"
    #expect(next.currentUser == nil)
    next.tenantID = nil
    #expect(next.currentUser?.uid == uid)
  }

  @Test func aSignInThatCannotBeKeptIsNone() async throws {
    let credential = try await harness.phoneCredential()
    kept.fail(true)
    let refused = try await error { try await auth.signIn(with: credential) }
    #expect(refused.code == .persistenceError)
    #expect(refused.underlyingError is Fallible.Failure)
    #expect(auth.currentUser == nil)
  }

  @Test func aSignOutThatCannotBeKeptIsNone() async throws {
    let user = try await harness.signInByPhone().user
    kept.fail(true)
    #expect(try await code { try await auth.signOut() } == .persistenceError)
    #expect(auth.currentUser === user)
  }

  @Test func aRenewedTokenThatCannotBeKeptIsGoodAllTheSame() async throws {
    let user = try await harness.signInByPhone().user
    harness.clock.advance(4000)
    kept.fail(true)
    let token = try await user.getIDToken()
    #expect(try await user.getIDToken() == token)
    #expect(harness.transport.requests(to: "/v1/token") == 1)
  }

  @Test func aWrongClockIsRememberedWithTheSession() async throws {
    let slow = try harness.client(persistence: kept, clockOffset: -600)
    let token = try await harness.signInByPhone(with: slow).user.getIDToken()
    harness.clock.advance(3200)
    let next = try harness.client(persistence: kept, clockOffset: -600)
    #expect(try await next.currentUser?.getIDToken() == token)
    harness.clock.advance(200)
    #expect(try await next.currentUser?.getIDToken() != token)
  }

  @Test func aSignOutElsewhereBeatsALateRenewal() async throws {
    try await harness.signInByPhone()
    let other = try harness.client(persistence: kept)
    let user = try #require(other.currentUser)
    try await auth.signOut()
    harness.clock.advance(4000)
    #expect(try await code { _ = try await user.getIDToken() } == .nullUser)
    #expect(kept.isEmpty)
    #expect(other.currentUser == nil)
  }

  @Test func aRenewalLeavesAnothersSignInAlone() async throws {
    try await harness.signInByPhone()
    let other = try harness.client(persistence: kept)
    let user = try #require(other.currentUser)
    let second = try await harness.signInByPhone("+14155550111").user
    harness.clock.advance(4000)
    _ = try await user.getIDToken()
    #expect(other.currentUser === user)
    #expect(try harness.client(persistence: kept).currentUser?.uid == second.uid)
  }

  @Test func anEndedSessionGivesWayToItsNewerOne() async throws {
    let user = try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1").user
    let other = try harness.client(persistence: kept)
    let stale = try #require(other.currentUser)
    harness.clock.advance(10)
    // The new password ends the other client's session, and keeps its own new one.
    try await user.updatePassword(to: "secret-2")
    #expect(try await !stale.getIDToken(forcingRefresh: true).isEmpty)
    #expect(other.currentUser === stale)
    #expect(try harness.client(persistence: kept).currentUser?.uid == user.uid)
  }

  @Test func theTokensOfAChangeCountThoughTheLookupFails() async throws {
    let user = try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1").user
    harness.clock.advance(10)
    harness.transport.fail(.cutOff, for: ":lookup")
    #expect(try await code { try await user.updatePassword(to: "secret-2") } == .networkError)
    harness.transport.fail(nil)
    #expect(try await !user.getIDToken(forcingRefresh: true).isEmpty)
    #expect(auth.currentUser === user)
  }

  @Test func aClientThatIsSentElsewhereDuringASignInSignsNobodyIn() async throws {
    let credential = try await harness.phoneCredential()
    harness.transport.close(for: ":signInWithPhoneNumber")
    let signIn = Task { [auth] in try await auth.signIn(with: credential) }
    await harness.transport.waitForArrival()
    auth.tenantID = "customers"
    harness.transport.open()
    #expect(try await code { try await signIn.value } == .nullUser)
    #expect(kept.isEmpty)
    auth.tenantID = nil
    #expect(auth.currentUser == nil)
  }

  @Test func whatCannotBeReadIsAnErrorAndStays() throws {
    for text in ["", "{", "[]", #"{"version":2}"#, #"{"version":1}"#] {
      let kept = InMemoryPersistence()
      kept.save(Data(text.utf8))
      let refused = #expect(throws: AuthError.self) { try Auth(ClientHarness.options, persistence: kept) }
      #expect(refused?.code == .persistenceError)
      #expect(kept.load() == Data(text.utf8))
    }
  }
}
