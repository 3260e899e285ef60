import Essentials

/// What people call an identity provider, by its id.
package enum IdentityProviderName {
  /// The providers that the service knows by itself, and their names.
  package static let wellKnown: [String: String] = [
    "google.com": "Google",
    "apple.com": "Apple",
    "facebook.com": "Facebook",
    "github.com": "GitHub",
    "microsoft.com": "Microsoft",
    "twitter.com": "Twitter",
    "yahoo.com": "Yahoo",
    "linkedin.com": "LinkedIn",
    "playgames.google.com": "Google Play Games",
    "gc.apple.com": "Game Center",
  ]

  /// A project's own provider is called by its id.
  package static func of(_ provider: String) -> String {
    wellKnown[provider.asciiLowercased()] ?? provider
  }
}
