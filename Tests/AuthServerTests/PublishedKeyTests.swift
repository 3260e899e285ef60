import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

/// The keys are published under every name by which something asks for them, to everybody.
struct PublishedKeyTests {
  @Test(arguments: [
    "/identitytoolkit.googleapis.com/v1/publicKeys",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
  ])
  func certificatesNeedNoKey(path: String) throws {
    let server = try ServerHarness()
    let known = try server.send(
      .get, "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
    let answer = try server.send(.get, path)
    #expect(answer.status == 200 && answer.body == known.body)
    #expect(answer.headers["Cache-Control"] == "public, max-age=3600, must-revalidate")
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
      random: { [UInt8](repeating: 1, count: $0) }, version: "0.1.0")
    try server.prepare()
    #expect(try store.read { try $0.signingKey()?.id } == nil)
  }

  @Test func theKeyIsMadeBeforehandWhereItIsNeeded() throws {
    let store = try Store(at: .memory)
    let server = IdentityToolkitServer(
      store: store, project: "demo-test", policy: .strict, clock: { .distantPast },
      random: { [UInt8](repeating: 1, count: $0) }, version: "0.1.0")
    try server.prepare()
    #expect(try store.read { try $0.signingKey()?.id } != nil)
  }
}
