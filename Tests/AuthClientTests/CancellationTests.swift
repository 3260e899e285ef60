import AuthClient
import Essentials
import LibC
import TestSupport
import Testing

@Suite struct CancellationTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  @Test func aCancelledSignInEndsAtOnceAndSignsNobodyIn() async throws {
    let credential = try await harness.phoneCredential()
    harness.transport.close(for: ":signInWithPhoneNumber")
    let signIn = Task { [auth] in try await auth.signIn(with: credential) }
    await harness.transport.waitForArrival()
    signIn.cancel()
    // The request is still held up: nothing but the cancellation can have ended this.
    #expect(try await code { try await signIn.value } == .cancelled)
    harness.transport.open()
    // The next call waits for the one that is still on its way.
    #expect(try await auth.fetchSignInMethods(forEmail: ClientHarness.email).isEmpty)
    #expect(auth.currentUser == nil)
    #expect(harness.transport.requests(to: ":lookup") == 0)
  }

  @Test func aCallThatHasNotBegunIsNeverMade() async throws {
    let user = try await harness.signInByPhone().user
    harness.transport.close(for: ":lookup")
    async let reload: Void = user.reload()
    await harness.transport.waitForArrival()
    let delete = Task { try await user.delete() }
    delete.cancel()
    #expect(try await code { try await delete.value } == .cancelled)
    harness.transport.open()
    try await reload
    try await user.reload()
    #expect(harness.transport.requests(to: ":delete") == 0)
  }

  @Test func whatACancelledChangeDidToTheUserIsKept() async throws {
    let user = try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1").user
    // A new password ends the sessions from before: their tokens are worth nothing.
    harness.clock.advance(10)
    harness.transport.close(for: ":update")
    let change = Task { try await user.updatePassword(to: "secret-2") }
    await harness.transport.waitForArrival()
    change.cancel()
    #expect(try await code { try await change.value } == .cancelled)
    harness.transport.open()
    #expect(try await auth.fetchSignInMethods(forEmail: "x@example.com").isEmpty)
    #expect(auth.currentUser === user)
    _ = try await user.getIDToken(forcingRefresh: true)
  }

  @Test func blockedCallsLeaveThePoolAlone() async throws {
    let clients = try (0..<32).map { _ in try harness.client() }
    harness.transport.close(for: ":signUp")
    let calls = clients.map { client in Task { try await client.signInAnonymously().user.uid } }
    await harness.transport.waitForArrival()
    // Were they on the pool's few threads, this would have none to run on.
    await Task.detached { await Task.yield() }.value
    harness.transport.open()
    var uids: Set<String> = []
    for call in calls { uids.insert(try await call.value) }
    #expect(uids.count == 32)
  }
}
