import Essentials
import HTTP
import IdentityToolkit
import OpenIDConnect
import Testing

@Suite struct OpenIDProviderTests {
  private static func document(_ changes: (String, JSONValue)...) -> JSONValue {
    var document: JSONValue = [
      "issuer": "https://id.example", "authorization_endpoint": "https://id.example/authorize",
      "token_endpoint": "https://tokens.example/token", "jwks_uri": "https://id.example/keys",
    ]
    for (name, value) in changes { document[name] = value == .null ? JSONValue?.none : value }
    return document
  }

  @Test func whatItsDocumentSaysIsRead() throws {
    let provider = try OpenIDProvider(
      issuer: "https://id.example",
      document: Self.document(
        ("device_authorization_endpoint", "https://id.example/device"),
        ("userinfo_endpoint", "https://api.example/me"),
        ("authorization_response_iss_parameter_supported", true),
        ("token_endpoint_auth_methods_supported", ["client_secret_post"])))
    #expect(
      provider
        == OpenIDProvider(
          issuer: "https://id.example",
          authorization: try #require(EndpointAddress("https://id.example/authorize")),
          token: try #require(EndpointAddress("https://tokens.example/token")),
          keys: EndpointAddress("https://id.example/keys"),
          userInfo: EndpointAddress("https://api.example/me"),
          deviceAuthorization: EndpointAddress("https://id.example/device"), wantsSecretInForm: true,
          namesIssuer: true))
  }

  @Test(arguments: ["https://id.example", "https://id.example/", "https://id.example/realms/a"])
  func theDocumentStandsBelowTheIssuer(issuer: String) throws {
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    #expect(try OpenIDProvider.document(of: issuer).description == base + "/.well-known/openid-configuration")
  }

  @Test(arguments: [
    "", "id.example", "http://id.example", "https://kim@id.example", "https://id.example?a=b",
    "https://id.example#a",
    "ftp://id.example", "https://id.example/a b", "https://id.example\\@evil.example", "javascript:alert(1)",
  ])
  func whatIsNoIssuerIsRefused(issuer: String) {
    #expect(throws: OpenIDError.badIssuer(issuer)) { try OpenIDProvider.document(of: issuer) }
  }

  @Test func anotherIssuersDocumentIsRefused() {
    #expect(throws: OpenIDError.foreignDocument(issuer: "https://id.example", says: "https://evil.example")) {
      try OpenIDProvider(
        issuer: "https://id.example", document: Self.document(("issuer", "https://evil.example")))
    }
  }

  @Test(arguments: [
    "http://id.example/token", "https://127.0.0.1/token", "http://localhost:8080/token", "file:///etc/passwd",
    "/token",
  ])
  func anEndpointWhereItMustNotBeIsRefused(address: String) {
    #expect(throws: OpenIDError.misplacedEndpoint(address)) {
      try OpenIDProvider(
        issuer: "https://id.example", document: Self.document(("token_endpoint", .string(address))))
    }
  }

  @Test func aProviderOnThisMachineMayUsePlainHTTP() throws {
    let provider = try OpenIDProvider(
      issuer: "http://localhost:8080",
      document: [
        "issuer": "http://localhost:8080", "authorization_endpoint": "http://localhost:8080/a",
        "token_endpoint": "http://localhost:8080/t",
      ])
    #expect(provider.token.description == "http://localhost:8080/t")
  }

  @Test func aDocumentWithoutEndpointsIsRefused() throws {
    let source = try OpenIDProvider.document(of: "https://id.example")
    #expect(throws: OpenIDError.malformed(source, what: "its authorization and token endpoints")) {
      try OpenIDProvider(issuer: "https://id.example", document: Self.document(("token_endpoint", .null)))
    }
    #expect(throws: OpenIDError.malformed(source, what: "a JSON object")) {
      try OpenIDProvider(issuer: "https://id.example", document: ["no"])
    }
  }
}
