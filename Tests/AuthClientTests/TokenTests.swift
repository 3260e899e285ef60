import AuthClient
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@Suite struct TokenTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  private func renewals() -> Int { harness.transport.requests(to: "/v1/token") }

  @Test func aTokenThatIsGoodIsThereWithoutARequest() async throws {
    let user = try await harness.signInByPhone().user
    let sent = harness.transport.requests.count
    let token = try await user.getIDToken()
    harness.clock.advance(3299)
    #expect(try await user.getIDToken() == token)
    #expect(harness.transport.requests.count == sent)
    harness.clock.advance(1)
    #expect(try await user.getIDToken() != token)
    #expect(renewals() == 1)
  }

  @Test(arguments: [false, true])
  func twoHundredAtOnceMakeOneRenewal(isForced: Bool) async throws {
    let user = try await harness.signInByPhone().user
    if !isForced { harness.clock.advance(3600) }
    // They all ask before any renewal begins, as this call is before them.
    harness.transport.close(for: ":sendOobCode")
    async let earlier: Void = auth.sendPasswordReset(withEmail: ClientHarness.email)
    await harness.transport.waitForArrival()
    let asked = Counter()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<200 {
        group.addTask {
          async let token = user.getIDToken(forcingRefresh: isForced)
          asked.add()
          return try await token
        }
      }
      while asked.count < 200 { await Task.yield() }
      harness.transport.open()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    try await earlier
    #expect(tokens.count == 1)
    #expect(renewals() <= (isForced ? 2 : 1))
  }

  @Test func aForcedRenewalBeginsAfterItWasAskedFor() async throws {
    let user = try await harness.signInByPhone().user
    harness.transport.close(for: "/v1/token")
    async let first = user.getIDToken(forcingRefresh: true)
    await harness.transport.waitForArrival()
    try harness.setClaims(["admin": true], uid: user.uid)
    async let second = user.getIDTokenResult(forcingRefresh: true)
    harness.transport.open()
    _ = try await first
    #expect(try await second.claims["admin"] as? Bool == true)
    #expect(renewals() == 2)
  }

  /// A client whose machine's clock is wrong, by seconds.
  @Test(arguments: [-4020.0, -600, 600, 4020])
  func aWrongClockMakesNoTokenAnExpiredOne(offset: Double) async throws {
    let client = try harness.client(clockOffset: offset)
    let user = try await harness.signInByPhone(with: client).user
    let token = try await user.getIDToken()
    #expect(try await user.getIDToken() == token)
    harness.clock.advance(3200)
    #expect(try await user.getIDToken() == token)
    #expect(renewals() == 0)
    harness.clock.advance(200)
    #expect(try await user.getIDToken() != token)
    #expect(renewals() == 1)
  }

  @Test func aTokenThatIsGoodIsThereWhileAnotherCallWaits() async throws {
    let user = try await harness.signInByPhone().user
    harness.transport.close(for: ":lookup")
    async let reload: Void = user.reload()
    await harness.transport.waitForArrival()
    #expect(try await !user.getIDToken().isEmpty)
    harness.transport.open()
    try await reload
  }

  @Test func aSessionThatHasEndedSignsOut() async throws {
    let user = try await harness.signInByPhone().user
    try harness.delete(uid: user.uid)
    #expect(try await code { try await user.reload() } == .userNotFound)
    #expect(auth.currentUser == nil)
    #expect(try await code { try await user.getIDToken(forcingRefresh: true) } == .nullUser)
  }

  @Test func aUserOfAnEarlierSessionIsNotTheCurrentOne() async throws {
    let first = try await harness.signInByPhone().user
    try await auth.signOut()
    let second = try await harness.signInByPhone().user
    #expect(first !== second && first.uid == second.uid)
    #expect(try await code { try await first.getIDToken() } == .nullUser)
    #expect(try await code { try await first.reload() } == .nullUser)
    #expect(try await !second.getIDToken().isEmpty)
  }

  @Test func aUserWhoIsNoLongerTheCurrentOneGetsNothing() async throws {
    let first = try await harness.signInByPhone().user
    let second = try await harness.signInByPhone("+14155550111").user
    #expect(auth.currentUser === second)
    #expect(try await code { try await first.getIDToken() } == .nullUser)
    #expect(try await code { try await first.delete() } == .nullUser)
    #expect(first.phoneNumber == ClientHarness.number)
  }
}
