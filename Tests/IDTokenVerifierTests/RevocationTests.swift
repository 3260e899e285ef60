import Essentials
import HTTP
import IDTokenVerifier
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@Suite struct RevocationTests {
  @Test func theServiceIsAskedAsTheUser() async throws {
    let harness = VerifierHarness()
    harness.service.lookup = .json(#"{"users":[{"localId":"kim","validSince":"1799999400"}]}"#)
    let token = Mint.token()
    #expect(await harness.refusal(token, checkRevoked: true) == nil)
    let request = try #require(harness.service.requests.last)
    #expect(request.method == .post)
    #expect(request.url == "https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=the-key")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"idToken":"\#(token)"}"#)
    // Only where it was asked for.
    let asked = harness.service.requests.count
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == asked)
  }

  @Test(
    arguments: [
      (#"{"users":[{"localId":"kim"}]}"#, 200, nil),
      (#"{"users":[{"localId":"kim","validSince":"1799999400","disabled":false}]}"#, 200, nil),
      (#"{"users":[{"localId":"kim","validSince":"1799999401"}]}"#, 200, .revoked),
      (#"{"users":[{"localId":"kim","validSince":"1799999400","disabled":true}]}"#, 200, .userDisabled),
      (#"{"users":[{"localId":"eve"}]}"#, 200, .userNotFound),
      (#"{"users":[]}"#, 200, .userNotFound),
      ("{}", 200, .revocationUnavailable(reason: "the answer is not an account")),
      (#"{"error":{"code":400,"message":"TOKEN_EXPIRED"}}"#, 400, .revoked),
      (#"{"error":{"code":400,"message":"USER_DISABLED"}}"#, 400, .userDisabled),
      (#"{"error":{"code":400,"message":"USER_NOT_FOUND"}}"#, 400, .userNotFound),
      (
        #"{"error":{"code":400,"message":"INVALID_ID_TOKEN"}}"#, 400,
        .revocationUnavailable(reason: "INVALID_ID_TOKEN: is the API key of the same project?")
      ),
      (
        #"{"error":{"code":429,"message":"QUOTA_EXCEEDED : Exceeded quota."}}"#, 429,
        .revocationUnavailable(reason: "QUOTA_EXCEEDED")
      ),
      (
        #"{"error":{"code":403,"message":"Requests from this address are blocked."}}"#, 403,
        .revocationUnavailable(reason: "the service answered 403")
      ),
      ("<html>", 502, .revocationUnavailable(reason: "the service answered 502")),
      ("<html>", 200, .revocationUnavailable(reason: "the answer is not an account")),
      (
        #"{"users":[{"localId":"kim","validSince":"soon"}]}"#, 200,
        .revocationUnavailable(reason: "the answer is not an account")
      ),
    ] as [(String, Int, TokenError?)])
  func anAnswerDecides(_ body: String, status: Int, error: TokenError?) async {
    let harness = VerifierHarness()
    harness.service.lookup = .json(body, status: status)
    #expect(await harness.refusal(Mint.token(), checkRevoked: true) == error)
  }

  /// The service has the same word for both, and by the leeway a token can be taken that has expired.
  @Test func aTokenPastItsTimeIsExpiredNotRevoked() async {
    let harness = VerifierHarness()
    harness.service.lookup = .json(#"{"error":{"code":400,"message":"TOKEN_EXPIRED"}}"#, status: 400)
    let token = Mint.token(Mint.claims(["exp": .integer(Mint.time - 3)]))
    #expect(await harness.refusal(token) == nil)
    #expect(await harness.refusal(token, checkRevoked: true) == .expired)
  }

  @Test func whatCannotBeCheckedIsNotTaken() async {
    let harness = VerifierHarness()
    harness.service.lookup = .failure(.connectionRefused)
    let error = await harness.refusal(Mint.token(), checkRevoked: true)
    #expect(error == .revocationUnavailable(reason: "no server answers at this address"))
    #expect(error?.isRefusal == false)
    let keyless = VerifierHarness { $0.apiKey = nil }
    #expect(
      await keyless.refusal(Mint.token(), checkRevoked: true)
        == .revocationUnavailable(reason: "the verifier was given no API key"))
  }

  @Test func aTokenThatDoesNotVerifyIsSentNowhere() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token(signedBy: TestKey.second), checkRevoked: true) == .badSignature)
    #expect(harness.service.requests.allSatisfy { $0.method == .get })
  }

  @Test func aCancelledCheckReturnsAtOnce() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token()) == nil)
    harness.service.close()
    let check = Task { await harness.refusal(Mint.token(), checkRevoked: true) }
    await eventually { harness.service.requests.count == 2 }
    check.cancel()
    #expect(await check.value == .cancelled)
    harness.service.open()
  }

  /// What waits in line for nobody is not sent.
  @Test func eightChecksRunAtATime() async {
    let harness = VerifierHarness()
    harness.service.lookup = .json(#"{"users":[{"localId":"kim"}]}"#)
    #expect(await harness.refusal(Mint.token()) == nil)
    harness.service.close()
    let running = (0..<8).map { _ in Task { await harness.refusal(Mint.token(), checkRevoked: true) } }
    await eventually { harness.service.requests.count == 9 }
    let waiting = (0..<50).map { _ in Task { await harness.refusal(Mint.token(), checkRevoked: true) } }
    for task in waiting { task.cancel() }
    for task in waiting { #expect(await task.value == .cancelled) }
    #expect(harness.service.requests.count == 9)
    harness.service.open()
    for task in running { #expect(await task.value == nil) }
    #expect(await harness.refusal(Mint.token(), checkRevoked: true) == nil)
    #expect(harness.service.requests.count == 10)
  }

  @Test func theLocalServerKnowsWhoIsRevokedDisabledAndGone() async throws {
    let server = try EmbeddedServer()
    let verifier = server.verifier { $0.issuer = .localServer(origin: "http://127.0.0.1:9099") }
    let kim = try server.signUp()
    func refusal(_ idToken: String?, checkRevoked: Bool = true) async -> TokenError? {
      do throws(TokenError) {
        _ = try await verifier.verify(idToken: idToken ?? "", checkRevoked: checkRevoked)
        return nil
      } catch {
        return error
      }
    }
    #expect(await refusal(kim.idToken) == nil)
    server.clock.advance(5)
    _ = try server.call(UpdateAccount.self, asOwner: true) {
      ($0.localId, $0.validSince) = (kim.localId, "1800000003")
    }
    #expect(await refusal(kim.idToken, checkRevoked: false) == nil)
    #expect(await refusal(kim.idToken) == .revoked)
    let later = try server.signIn()
    #expect(await refusal(later.idToken) == nil)
    _ = try server.call(UpdateAccount.self, asOwner: true) {
      ($0.localId, $0.disableUser) = (kim.localId, true)
    }
    #expect(await refusal(later.idToken) == .userDisabled)
    _ = try server.call(DeleteAccount.self, .init(localId: kim.localId), asOwner: true)
    #expect(await refusal(later.idToken) == .userNotFound)
  }
}
