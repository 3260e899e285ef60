import AuthServer
import Essentials
import HTTP
import IDTokenVerifier
import IdentityToolkit
import Testing

@Suite struct EmulatorTests {
  @Test func aVerifierGoesByTheClockThatItIsGiven() async throws {
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.issuer = .emulator(host: "127.0.0.1", port: 9099)
    options.clock = { Date(timeIntervalSince1970: Double(Mint.time)) }
    #expect(try await TokenVerifier(options).verify(idToken: Mint.unsigned()).uid == "kim")
    options.clock = { Date(timeIntervalSince1970: Double(Mint.time) + 4000) }
    await #expect(throws: TokenError.expired) {
      try await TokenVerifier(options).verify(idToken: Mint.unsigned())
    }
  }

  @Test func unsignedTokensAreForAnEmulatorsVerifierAlone() async throws {
    let emulator = VerifierHarness { $0.issuer = .emulator(host: "127.0.0.1", port: 9099) }
    #expect(await emulator.refusal(Mint.unsigned()) == nil)
    #expect(await emulator.cookieRefusal(Mint.unsigned(Mint.cookie)) == nil)
    #expect(emulator.service.requests == [])
    for issuer in [TokenIssuer.google, .localServer(origin: "http://127.0.0.1:9099")] {
      let other = VerifierHarness { $0.issuer = issuer }
      #expect(await other.refusal(Mint.unsigned()) == .unsigned)
      #expect(await other.cookieRefusal(Mint.unsigned(Mint.cookie)) == .unsigned)
      // Nor where keys were fetched before.
      #expect(await other.refusal(Mint.token()) == nil)
      #expect(await other.refusal(Mint.unsigned()) == .unsigned)
    }
  }

  @Test func anEmulatorsVerifierTakesNothingElse() async {
    let emulator = VerifierHarness { $0.issuer = .emulator(host: "127.0.0.1", port: 9099) }
    #expect(await emulator.refusal(Mint.token()) == .wrongAlgorithm)
    #expect(await emulator.refusal(Mint.token(header: ["alg": "none"])) == .badSignature)
    #expect(await emulator.refusal(Mint.token(header: ["alg": "HS256"])) == .wrongAlgorithm)
    #expect(emulator.service.requests == [])
  }

  @Test func anEmulatorsTokensHaveToBeRightOtherwise() async {
    let emulator = VerifierHarness { $0.issuer = .emulator(host: "127.0.0.1", port: 9099) }
    #expect(await emulator.refusal(Mint.unsigned(Mint.claims(["aud": "demo-other"]))) == .wrongProject)
    #expect(await emulator.refusal(Mint.unsigned(Mint.claims(["exp": 1]))) == .expired)
    #expect(await emulator.refusal(Mint.unsigned(Mint.claims(["firebase": ["tenant": "a"]]))) == .wrongTenant)
    #expect(await emulator.refusal(Mint.unsigned(Mint.cookie)) == .wrongIssuer)
  }

  @Test(arguments: [
    ("127.0.0.1/x", 9099), ("127.0.0.1#", 9099), ("localhost:9099", 9099), ("u@localhost", 9099), ("", 9099),
    ("localhost", 0), ("localhost", 65536),
  ])
  func nothingIsAskedOfWhatIsNoHostAndPort(_ host: String, _ port: Int) async {
    let emulator = VerifierHarness { $0.issuer = .emulator(host: host, port: port) }
    #expect(
      await emulator.refusal(Mint.unsigned(), checkRevoked: true)
        == .revocationUnavailable(reason: "the issuer's address is not scheme, host and port"))
    #expect(emulator.service.requests == [])
  }

  @Test func anIPv6EmulatorIsAskedInBrackets() async {
    for host in ["::1", "[::1]"] {
      let emulator = VerifierHarness { $0.issuer = .emulator(host: host, port: 9099) }
      _ = await emulator.refusal(Mint.unsigned(), checkRevoked: true)
      #expect(emulator.service.requests.map(\.origin) == ["http://[::1]:9099"])
    }
  }

  @Test(arguments: ["", "127.0.0.1:9099", "http://127.0.0.1:9099/x", "http://u@127.0.0.1", "file:///keys"])
  func noKeysAreAskedOfWhatIsNoOrigin(_ origin: String) async {
    let verifier = VerifierHarness { $0.issuer = .localServer(origin: origin) }
    #expect(
      await verifier.refusal(Mint.token())
        == .keysUnavailable(reason: "the issuer's address is not scheme, host and port"))
    #expect(verifier.service.requests == [])
  }

  @Test func theLocalServersUnsignedTokensAreTaken() async throws {
    let server = try EmbeddedServer(.emulator)
    let verifier = server.verifier {
      ($0.issuer, $0.apiKey) = (.emulator(host: "127.0.0.1", port: 9099), nil)
    }
    let kim = try server.signUp()
    let token = try await verifier.verify(idToken: kim.idToken ?? "", checkRevoked: true)
    #expect(token.uid == kim.localId)
    #expect(try await verifier.verify(sessionCookie: server.sessionCookie(kim.idToken)).uid == kim.localId)
    _ = try server.call(UpdateAccount.self, asOwner: true) {
      ($0.localId, $0.disableUser) = (kim.localId, true)
    }
    await #expect(throws: TokenError.userDisabled) {
      try await verifier.verify(idToken: kim.idToken ?? "", checkRevoked: true)
    }
  }
}
