import Crypto
import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Identity providers of the embedded server, set by commands.
struct LocalProviderCommandTests {
  let tool = ToolHarness()

  private static let issuer = OpenIDProviderFixture.issuer

  private func set(_ words: String..., input: String = "") -> ToolHarness.Outcome {
    tool.run(["local", "provider", "set"] + words, input: input)
  }

  @Test func providersAreSetListedAndRemoved() {
    #expect(
      tool.run("local", "provider", "list")
        == .init(
          0, errors: "No provider is set. The local server's own page takes the place of all of them.\n"))
    let corp = set(
      "oidc.corp", "--issuer", Self.issuer, "--client-id", "client-1", "--client-secret-file", "-", "--json",
      input: "s3cret\n")
    #expect(
      corp.json?["provider"] == [
        "client_id": "client-1", "enabled": true, "has_client_secret": true, "id": "oidc.corp",
        "issuer": .string(Self.issuer),
      ])
    #expect(!corp.output.contains("s3cret"))
    #expect(set("google", "--disable") == .init(0, output: "google.com is disabled.\n"))
    #expect(
      tool.run("local", "provider", "list")
        == .init(
          0,
          output: """
            google.com  disabled
            oidc.corp  enabled  https://id.example  client-1

            """))
    // What is not named stays.
    #expect(set("oidc.corp", "--disable", "--json").json?["provider"]?["has_client_secret"] == true)
    #expect(set("oidc.corp") == .init(0, output: "oidc.corp signs in at https://id.example.\n"))
    #expect(set("google") == .init(0, output: "google.com signs in at the local server's own page.\n"))
    #expect(
      tool.run("local", "provider", "remove", "google")
        == .init(0, output: "google.com signs in at the local server's own page again.\n"))
    let again = tool.run("local", "provider", "remove", "google")
    #expect(again.status == 12)
    #expect(
      again.errors
        == "error: nothing is set for google.com here\n  see the providers:  usher project provider list\n")
  }

  /// In Base64, in lines.
  static let certificate: String = {
    guard let key = try? PrivateKey(), let pem = try? Certificate.selfSigned(key, commonName: "idp")
    else { fatalError("no certificate") }
    return pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined(separator: "\n")
  }()
  static let metadata = """
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"><IDPSSODescriptor>
    <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>\(certificate)\
    </X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
    </IDPSSODescriptor></EntityDescriptor>
    """

  /// Its certificates and addresses are more than a command line holds.
  @Test func aSAMLProviderIsSetByItsMetadata() {
    let made = set(
      "saml.acme", "--metadata-file", "-", "--client-id", "my-app", "--json", input: Self.metadata)
    #expect(
      made.json?["provider"] == [
        "client_id": "my-app", "enabled": true, "has_client_secret": false, "id": "saml.acme",
        "issuer": "https://idp.example",
      ])
    #expect(set("saml.acme", "--client-id", "other", "--json").json?["provider"]?["client_id"] == "other")
    #expect(set("saml.acme", "--disable") == .init(0, output: "saml.acme is disabled.\n"))
    #expect(
      tool.run("local", "provider", "list")
        == .init(0, output: "saml.acme  disabled  https://idp.example  other\n"))
  }

  @Test func aSAMLProviderWithoutItsMetadataIsRefused() {
    for words in [["saml.acme", "--disable"], ["saml.acme", "--client-id", "my-app"]] {
      let outcome = tool.run(["local", "provider", "set"] + words)
      #expect(outcome.status == 64)
      #expect(
        outcome.errors == """
          error: saml.acme is not set yet
          usage: usher project provider set [options] PROVIDER
            Set its --metadata-file and --client-id.

          """)
    }
    func refusal(_ reason: String) -> ToolHarness.Outcome {
      .init(
        65,
        errors: """
          error: the metadata cannot be used: \(reason)
            Get the metadata of the identity provider: an EntityDescriptor, with a certificate of an RSA key of 2048 bits or more.

          """)
    }
    let bad = set("saml.acme", "--metadata-file", "-", "--client-id", "x", input: "<a/>")
    #expect(bad == refusal("the message has no right EntityDescriptor"))
    for (part, replacement, what) in [
      ("https://idp.example/sso", "http://idp.example/sso", "the message has no right SingleSignOnService"),
      (
        "https://idp.example/sso", "https://idp.example/sso#x", "the message has no right SingleSignOnService"
      ),
      (Self.certificate, "AAAA", "the provider's certificate cannot be read, or its key is weak"),
    ] {
      let outcome = set(
        "saml.acme", "--metadata-file", "-", "--client-id", "x",
        input: Self.metadata.replacing(part, with: replacement))
      #expect(outcome == refusal(what))
    }
    #expect(set("oidc.corp", "--metadata-file", "-", input: Self.metadata).status == 64)
  }

  private static let refused: [([String], Int32)] = [
    (["oidc.corp"], 64), (["oidc.corp", "--issuer", issuer], 64), (["oidc.corp", "--client-id", "x"], 64),
    (["google", "--issuer", issuer], 64), (["oidc.corp", "--issuer", "x", "--client-id", "x"], 65),
    (["oidc.corp", "--issuer", "http://id.example", "--client-id", "x"], 65),
    (["oidc.corp", "--issuer", issuer, "--client-id", "x", "--client-secret-file", "-"], 65),
  ]

  @Test(arguments: refused)
  func whatNobodyCouldBeAskedWithIsRefused(words: [String], status: Int32) {
    let outcome = tool.run(["local", "provider", "set"] + words, input: "\n")
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(tool.run("local", "provider", "list", "--json").json?["providers"] == [])
  }

  @Test func aTenantHasProvidersOfItsOwn() {
    let id = tool.run("local", "tenant", "create", "acme", "--field", "tenant.id").lines.first ?? ""
    #expect(set("google", "--disable", "--tenant", id).status == 0)
    #expect(tool.run("local", "provider", "list", "--json").json?["providers"] == [])
    #expect(
      tool.run("local", "provider", "list", "--json", "--tenant", id).json?["providers"]?.array?.count == 1)
  }

  @Test func aDisabledProviderSignsNobodyIn() {
    let token = tool.identity(#"{"sub":"g1"}"#)
    _ = set("google", "--disable")
    let refused = tool.run("signin", "idp", "google.com", "--id-token-file", token)
    #expect(refused.status == 12, "\(refused.errors)")
  }

  /// The embedded server asks the provider itself for the keys.
  @Test func theProvidersOwnTokenSignsIn() {
    let provider = OpenIDProviderFixture(now: { [clock = tool.clock] in clock.now })
    tool.network = provider
    _ = set("oidc.corp", "--issuer", Self.issuer, "--client-id", "client-1")
    let words = ["signin", "idp", "oidc.corp", "--id-token-file"]
    let done = tool.run(words + [tool.file(provider.idToken(nonce: nil)), "--json"])
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.json?["account"]?["email"] == "kim@example.com")
    provider.behaviour.signsWithForeignKey = true
    #expect(tool.run(words + [tool.file(provider.idToken(nonce: nil))]).status == 5)
  }
}
