import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// The keys are published under every name by which something asks for them, to everybody.
struct PublishedKeyTests {
  private static let idTokens =
    "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
  private static let cookies = "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys"

  @Test(arguments: [idTokens, cookies, "/identitytoolkit.googleapis.com/v1/publicKeys"])
  func certificatesNeedNoKey(path: String) throws {
    let server = try ServerHarness()
    let known = try server.send(.get, path == Self.idTokens ? path : Self.cookies)
    let answer = try server.send(.get, path)
    #expect(answer.status == 200 && answer.body == known.body)
    #expect(answer.headers["Cache-Control"] == "public, max-age=3600, must-revalidate")
  }

  /// What verifies one kind of tokens takes none of another, even if it looks at nothing else.
  @Test func eachKindOfTokensHasAKeyOfItsOwn() throws {
    let server = try ServerHarness(policy: .believingNobody, newSigningKeys: nil)
    let kim = try server.signIn(at: "google.com", as: "kim@example.com")
    let cookie = try server.call(CreateSessionCookie.self, .init(idToken: kim.idToken), asOwner: true)
    let custom = try server.call(CreateCustomToken.self, .init(uid: "kim"))
    let tokens = try [kim.idToken, cookie.sessionCookie, custom.token, kim.oauthIdToken].map {
      try JWT(#require($0))
    }
    #expect(Set(tokens.map(\.keyID)).count == 4)
    let published = try [Self.idTokens, Self.cookies].map { path in
      try ServerHarness.decode(server.send(.get, path)) as [String: String]
    }
    #expect(published.map { $0.keys.map { Optional($0) } } == [[tokens[0].keyID], [tokens[1].keyID]])
    for (index, certificates) in published.enumerated() {
      let keys = try #require(KeySet(certificates: certificates))
      for (other, token) in tokens.enumerated() {
        let isGood = (try? token.verify(with: keys)) != nil
        #expect(isGood == (index == other))
      }
    }
    #expect(try claims(of: kim.oauthIdToken)["iss"] == "https://identity-provider-page.invalid")
    // They stay, over restarts.
    let again = try server.reopened().call(CreateCustomToken.self, .init(uid: "kim"))
    #expect(try JWT(again.token ?? "").keyID == tokens[2].keyID)
  }

  @Test func aGatewayFindsThemByTheIssuer() throws {
    let server = try ServerHarness()
    let answer = try server.send(
      .get, "/securetoken.google.com/demo-test/.well-known/openid-configuration",
      headers: ["Host": "127.0.0.1:9099"])
    #expect(
      try ServerHarness.decode(answer) as JSONValue == [
        "id_token_signing_alg_values_supported": ["RS256"],
        "issuer": "https://securetoken.google.com/demo-test",
        "jwks_uri":
          "http://127.0.0.1:9099/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
        "response_types_supported": ["id_token"], "subject_types_supported": ["public"],
      ])
  }

  @Test func noKeyIsMadeForUnsignedTokens() throws {
    let store = try Store(at: .memory)
    let server = IdentityToolkitServer(
      store: store, project: "demo-test", policy: .emulator, clock: { .distantPast },
      random: { [UInt8](repeating: 1, count: $0) }, pause: { _ in }, version: "0.1.0")
    try server.prepare()
    #expect(try store.read { try $0.signingKey(for: .idTokens)?.id } == nil)
  }

  @Test func theKeyIsMadeBeforehandWhereItIsNeeded() throws {
    let store = try Store(at: .memory)
    let server = IdentityToolkitServer(
      store: store, project: "demo-test", policy: .strict, clock: { .distantPast },
      random: { [UInt8](repeating: 1, count: $0) }, pause: { _ in }, version: "0.1.0")
    try server.prepare()
    #expect(try store.read { try $0.signingKey(for: .idTokens)?.id } != nil)
  }
}
