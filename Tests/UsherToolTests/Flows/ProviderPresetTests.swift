import Testing

@testable import UsherTool

/// The providers that are known by name.
struct ProviderPresetTests {
  @Test(arguments: [
    ("google", "google.com"), ("Google", "google.com"), ("google.com", "google.com"),
    ("GITHUB", "github.com"),
    ("apple", "apple.com"), ("microsoft", "microsoft.com"), ("facebook", "facebook.com"),
    ("twitter", "twitter.com"), ("x", "twitter.com"), ("yahoo", "yahoo.com"), ("oidc.acme", "oidc.acme"),
    ("saml.acme", "saml.acme"), ("OIDC.Acme", "oidc.Acme"), ("Saml.x", "saml.x"),
    ("linkedin.com", "linkedin.com"), ("phone", "phone"),
    ("password", "password"),
  ])
  func aWordStandsForAProvider(_ word: String, _ id: String) {
    #expect(ProviderPreset(word).id == id && ProviderPreset.id(of: word) == id)
  }

  @Test func onlyProvidersAreTakenForOnes() {
    for word in ["google", "github.com", "oidc.acme", "saml.x", "x", "OIDC.x", "SAML.x"] {
      #expect(ProviderPreset.isNamed(by: word), "\(word)")
    }
    for word in ["", "kim", "passwrd", "phone", "anonymous", "google.org", "+16505553434"] {
      #expect(!ProviderPreset.isNamed(by: word), "\(word)")
    }
  }

  @Test func whatCannotComeBackToLoopbackIsKnown() {
    let hindered = (ProviderPreset.known + [ProviderPreset("saml.x"), ProviderPreset("oidc.x")]).filter {
      $0.obstacle != nil
    }
    #expect(hindered.map(\.id) == ["apple.com", "saml.x"])
    #expect(
      ProviderPreset.known.filter { $0.loopbackHost != nil }.map(\.id) == ["microsoft.com", "facebook.com"])
    #expect(ProviderPreset.known.allSatisfy { $0.console?.hasPrefix("https://") == true })
  }
}
