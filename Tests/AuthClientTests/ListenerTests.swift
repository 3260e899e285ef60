import AuthClient
import Essentials
import TestSupport
import Testing

@Suite struct ListenerTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  @Test func signInsAndTokensAreTold() async throws {
    var states = auth.authStateChanges.makeAsyncIterator()
    var tokens = auth.idTokenChanges.makeAsyncIterator()
    #expect(try #require(await states.next()) == nil)
    #expect(try #require(await tokens.next()) == nil)

    let user = try await harness.signInByPhone().user
    #expect(try #require(await states.next()) === user)
    #expect(try #require(await tokens.next()) === user)

    harness.clock.advance(10)
    _ = try await user.getIDToken(forcingRefresh: true)
    #expect(try #require(await tokens.next()) === user)

    try await auth.signOut()
    #expect(try #require(await states.next()) == nil)
    #expect(try #require(await tokens.next()) == nil)
  }

  @Test func closuresHearTheSameUntilTheyAreRemoved() async throws {
    let (heard, continuation) = AsyncStream.makeStream(of: String?.self)
    var all = heard.makeAsyncIterator()
    let handle = auth.addStateDidChangeListener { _, user in continuation.yield(user?.uid) }
    let tokens = auth.addIDTokenDidChangeListener { _, user in
      if user != nil { continuation.yield("token") }
    }
    #expect(await all.next() == .some(nil))
    auth.removeIDTokenDidChangeListener(tokens)
    let uid = try await harness.signInByPhone().user.uid
    #expect(await all.next() == uid)
    auth.removeStateDidChangeListener(handle)
    try await auth.signOut()
    continuation.yield("end")
    #expect(await all.next() == "end")
  }
}
