import IdentityToolkit
import Testing

/// What is declared of the providers.
struct IdentityProviderTests {
  @Test(arguments: [
    ("google", "google.com"), ("Google", "google.com"), ("google.com", "google.com"),
    ("GITHUB", "github.com"),
    ("apple", "apple.com"), ("microsoft", "microsoft.com"), ("facebook", "facebook.com"),
    ("twitter", "twitter.com"), ("x", "twitter.com"), ("yahoo", "yahoo.com"), ("oidc.acme", "oidc.acme"),
    ("saml.acme", "saml.acme"), ("OIDC.Acme", "oidc.Acme"), ("Saml.x", "saml.x"),
    ("linkedin", "linkedin.com"), ("linkedin.com", "linkedin.com"), ("phone", "phone"),
    ("password", "password"),
  ])
  func aWordStandsForAProvider(_ word: String, _ id: String) {
    #expect(IdentityProvider(word).id == id)
  }

  @Test func onlyProvidersAreTakenForOnes() {
    for word in ["google", "github.com", "oidc.acme", "saml.x", "x", "OIDC.x", "SAML.x"] {
      #expect(IdentityProvider.isNamed(by: word), "\(word)")
    }
    for word in ["", "kim", "passwrd", "phone", "anonymous", "google.org", "+16505553434"] {
      #expect(!IdentityProvider.isNamed(by: word), "\(word)")
    }
  }

  @Test func whatCannotComeBackToLoopbackIsKnown() {
    let hindered = (IdentityProvider.offered + [IdentityProvider("saml.x"), IdentityProvider("oidc.x")])
      .filter {
        $0.obstacle != nil
      }
    #expect(hindered.map(\.id) == ["apple.com", "saml.x"])
    #expect(
      IdentityProvider.offered.filter { $0.loopbackHost != nil }.map(\.id) == [
        "microsoft.com", "facebook.com",
      ])
    #expect(IdentityProvider.offered.allSatisfy { $0.console?.hasPrefix("https://") == true })
  }
}
