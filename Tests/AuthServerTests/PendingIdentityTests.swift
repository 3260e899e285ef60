import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

/// What waits to be linked is kept by the server, and is worth no more than what it was made of.
@Suite struct PendingIdentityTests {
  private static let unverified = #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#

  /// A server with an account of kim's, and the token of an identity that nobody vouches for.
  private func waiting(
    _ policy: Policy = .believingNobody, at provider: String = "facebook.com"
  ) throws -> (server: ServerHarness, idToken: String?, pending: String) {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    let answer = try server.signIn(at: provider, as: Self.unverified)
    #expect(answer.needConfirmation == true)
    return (server, kim.idToken, try #require(answer.pendingToken))
  }

  private func show(
    _ pending: String, to server: ServerHarness, idToken: String? = nil
  ) throws -> SignInWithIdp.Response {
    var request = SignInWithIdp.Request(idToken: idToken)
    request.pendingToken = pending
    return try server.call(SignInWithIdp.self, request)
  }

  @Test func theTokenSaysNothingAndCountsOnce() throws {
    let (server, idToken, pending) = try waiting()
    #expect(pending.wholeMatch(of: /[\w-]{43}/) != nil)
    for name in ["local.db", "local.db-wal"] {
      let content = FileManager.default.contents(atPath: server.folder.path(of: name)) ?? Data()
      #expect(String(decoding: content, as: UTF8.self).firstRange(of: pending) == nil)
    }
    #expect(try server.count("SELECT count(*) FROM pending_identities") == 1)
    let linked = try show(pending, to: server, idToken: idToken)
    #expect(linked.federatedId == "f1")
    #expect(linked.pendingToken == nil)
    #expect(try server.count("SELECT count(*) FROM pending_identities") == 0)
    #expect(refusal { try show(pending, to: server) } == "INVALID_PENDING_TOKEN")
    // Nor does what a sign-in answers live on by signing in.
    let fresh = try #require(try server.signIn(at: "facebook.com", as: Self.unverified).pendingToken)
    #expect(try show(fresh, to: server).pendingToken == nil)
    #expect(refusal { try show(fresh, to: server) } == "INVALID_PENDING_TOKEN")
  }

  @Test func atTheEmulatorATokenCountsAgain() throws {
    let (server, idToken, pending) = try waiting(.believingNobody.with { $0.dialect = .emulator })
    #expect(refusal { try show(pending, to: server, idToken: idToken) } == nil)
    #expect(refusal { try show(pending, to: server) } == nil)
    server.clock.advance(600)
    #expect(refusal { try show(pending, to: server) } == "INVALID_PENDING_TOKEN")
  }

  /// Those who come at once: none goes on before all of them have come.
  private final class Race: Sendable {
    private let size: Int
    private let arrived = Mutex(0)
    private let told = Mutex<[String]>([])

    init(of size: Int) {
      self.size = size
    }

    var answers: [String] { told.withLock { $0.sorted() } }

    func tell(_ answer: String) { told.withLock { $0.append(answer) } }

    func meet() {
      let number = arrived.withLock { arrived in
        arrived += 1
        return arrived
      }
      guard number <= size else { return }
      // Where one fails before, the others fail later, and the test with them.
      let end = ContinuousClock.now + .seconds(3600)
      while arrived.withLock({ $0 }) < size, ContinuousClock.now < end { sched_yield() }
    }
  }

  /// All of them have read it before the first one writes: new tokens are drawn in between.
  @Test func ofThoseWhoComeAtOnceOneUsesItUp() throws {
    let (harness, idToken, pending) = try waiting()
    let race = Race(of: 8)
    let server = IdentityToolkitServer(
      store: harness.store, project: "demo-test", policy: .believingNobody,
      clock: { [clock = harness.clock] in clock.now },
      random: { count throws(CryptoError) in
        race.meet()
        return try SecureRandom.bytes(count)
      }, pause: { _ in }, version: "0.1.0")
    let form: JSONValue = [
      "idToken": .string(try #require(idToken)), "pendingToken": .string(pending),
      "requestUri": "http://localhost",
      "returnSecureToken": true,
    ]
    concurrently(8) { _ in
      let response = try server.respond(
        to: HTTPRequest(
          method: .post, path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp",
          query: [.init("key", "k")], headers: ["Content-Type": "application/json"],
          body: Data(form.text.utf8)))
      race.tell(JSONValue(json: response.body)?["error"]?["message"]?.string ?? "\(response.status)")
    }
    #expect(race.answers == ["200"] + Array(repeating: "INVALID_PENDING_TOKEN", count: 7))
    #expect(try harness.count("SELECT count(*) FROM pending_identities") == 0)
  }

  @Test func aRefusedOneDoesNotLiveLonger() throws {
    let (server, _, pending) = try waiting()
    server.clock.advance(400)
    let again = try show(pending, to: server)
    #expect(again.needConfirmation == true)
    #expect(again.pendingToken == pending)
    server.clock.advance(200)
    #expect(refusal { try show(pending, to: server) } == "INVALID_PENDING_TOKEN")
    server.clock.advance(1)
    _ = try server.signIn(at: "facebook.com", as: Self.unverified)
    #expect(try server.count("SELECT count(*) FROM pending_identities") == 1)
  }

  @Test func aDisabledProviderSignsNobodyIn() throws {
    let (server, idToken, pending) = try waiting()
    _ = try server.call(
      CreateProviderConfig<DefaultSupportedIdpConfigs>.self, ["enabled": false],
      query: [.init(DefaultSupportedIdpConfigs.idParameter, "facebook.com")], asOwner: true)
    #expect(
      refusal { try show(pending, to: server, idToken: idToken) }
        == "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
  }

  @Test func anotherIssuerDoesNotSpeakForThePage() throws {
    let (server, idToken, pending) = try waiting(at: "oidc.corp")
    _ = try server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "issuer": .string(OpenIDProviderFixture.issuer)],
      query: [.init(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    #expect(refusal { try show(pending, to: server, idToken: idToken) } == "INVALID_PENDING_TOKEN")
  }

  @Test func aProviderThatWasAskedItselfHasToBeThere() throws {
    let clock = TestClock()
    let provider = OpenIDProviderFixture(now: { clock.now })
    provider.behaviour.isEmailVerified = false
    let server = try ServerHarness(policy: .believingNobody, identityProviders: provider, clock: clock)
    _ = try server.call(
      CreateProviderConfig<OAuthIdpConfigs>.self,
      ["enabled": true, "clientId": "client-1", "issuer": .string(OpenIDProviderFixture.issuer)],
      query: [.init(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    let kim = try server.signUp("kim@example.com")
    let form = FormEncoding.encode([
      .init("providerId", "oidc.corp"), .init("id_token", provider.idToken(nonce: nil)),
    ])
    let handed = try server.call(SignInWithIdp.self, .init(postBody: form))
    let pending = try #require(handed.pendingToken)
    _ = try server.call(
      UpdateProviderConfig<OAuthIdpConfigs>.self, ["issuer": "https://other.example"], config: "oidc.corp",
      asOwner: true)
    #expect(refusal { try show(pending, to: server, idToken: kim.idToken) } == "INVALID_PENDING_TOKEN")
    _ = try server.call(
      DeleteProviderConfig<OAuthIdpConfigs>.self, .init(), config: "oidc.corp", asOwner: true)
    #expect(
      refusal { try show(pending, to: server, idToken: kim.idToken) }
        == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
  }

  @Test func whatNobodyVouchedForIsNotBelievedLater() throws {
    let (server, idToken, pending) = try waiting(Policy.believingNobody.with { $0.idpTokensChecked = false })
    let strict = try ServerHarness(policy: .believingNobody, folder: server.folder, clock: server.clock)
    #expect(refusal { try show(pending, to: strict, idToken: idToken) } == "INVALID_PENDING_TOKEN")
    #expect(try show(pending, to: server, idToken: idToken).federatedId == "f1")
  }

  @Test func aResetForgetsThem() throws {
    let (server, _, _) = try waiting()
    _ = try server.call(ResetProject.self, .init())
    #expect(try server.count("SELECT count(*) FROM pending_identities") == 0)
  }
}
