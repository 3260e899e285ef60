import AuthServer
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// One kind of evidence vouches for nothing that another one says.
@Suite struct IdpEvidenceTests {
  private static let victim = QueryItem(
    "SAMLResponse", #"{"assertion":{"subject":{"nameId":"kim@example.com"},"attributeStatements":{"a":1}}}"#)
  private static let mixture =
    "INVALID_IDP_RESPONSE : ((A SAMLResponse is a SAML provider's, and comes without other tokens.))"

  private func send(
    _ items: [QueryItem], to server: ServerHarness, _ provider: String
  ) throws -> SignInWithIdp.Response {
    let form = FormEncoding.encode([.init("providerId", provider)] + items)
    return try server.call(SignInWithIdp.self, .init(postBody: form))
  }

  @Test(arguments: ["google.com", "github.com", "oidc.own", "saml.own"])
  func anAssertionBesideATokenTakesNobodysAccount(provider: String) throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.verifiedAccount("kim@example.com")
    let eve = try server.signIn(at: provider, as: "eve@example.com")
    let token = QueryItem(
      eve.oauthIdToken == nil ? "access_token" : "id_token",
      try #require(eve.oauthIdToken ?? eve.oauthAccessToken))
    for items in [[token, Self.victim], [Self.victim, token]] {
      #expect(refusal { try send(items, to: server, provider) } == Self.mixture)
    }
    #expect(try send([token], to: server, provider).localId == eve.localId)
    #expect(try server.lookup(kim.idToken)?.providerUserInfo?.map(\.providerId) == ["password"])
  }

  @Test func aProviderThatIsNotSetUpIsToldBeforeAnythingOfItsToken() throws {
    let server = try ServerHarness(policy: .believingNobody.with { $0.providersByThemselves = false })
    for provider in ["google.com", "oidc.own", "saml.own"] {
      #expect(
        refusal { try send([.init("id_token", "garbage")], to: server, provider) }
          == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.", "\(provider)")
    }
  }

  @Test func anAssertionIsOfASAMLProvider() throws {
    let server = try ServerHarness(policy: .believingNobody)
    #expect(refusal { try send([Self.victim], to: server, "google.com") } == Self.mixture)
    #expect(
      refusal { try send([Self.victim], to: server, "saml.own") }
        == "INVALID_IDP_RESPONSE : Unable to verify the SAML response.")
  }

  /// Firebase's emulator believes everything anyway.
  @Test func theEmulatorReadsAnAssertionAloneOrBesideAToken() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    #expect(try send([Self.victim], to: server, "unknown.example").email == "kim@example.com")
    let both = [QueryItem("id_token", #"{"sub":"g1"}"#), Self.victim]
    #expect(try send(both, to: server, "saml.own").email == "kim@example.com")
    for policy in [Policy.quick, .quickEmulator.with { $0.idpTokensChecked = true }] {
      #expect(refusal { try send(both, to: ServerHarness(policy: policy), "saml.own") } == Self.mixture)
    }
  }
}
