import AuthClient
import Essentials
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
    harness.transport.close(for: "/v1/token")
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<200 {
        group.addTask { try await user.getIDToken(forcingRefresh: isForced) }
      }
      await harness.transport.waitForArrival()
      harness.transport.open()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(renewals() == 1)
    _ = try await user.getIDToken(forcingRefresh: true)
    #expect(renewals() == 2)
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

  @Test func aUserWhoIsNoLongerTheCurrentOneGetsNothing() async throws {
    let first = try await harness.signInByPhone().user
    let second = try await harness.signInByPhone("+14155550111").user
    #expect(auth.currentUser === second)
    #expect(try await code { try await first.getIDToken() } == .nullUser)
    #expect(try await code { try await first.delete() } == .nullUser)
    #expect(first.phoneNumber == ClientHarness.number)
  }
}
