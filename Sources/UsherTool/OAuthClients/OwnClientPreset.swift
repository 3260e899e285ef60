import HTTP
import OpenIDConnect

/// How a provider is asked by an OAuth client of one's own, and what the service takes of what it gives.
struct OwnClientPreset: Equatable {
  enum Provider: Equatable {
    /// What it says of itself is asked there.
    case issuer(String)
    /// It publishes no such document.
    case known(OpenIDProvider)
  }

  let provider: Provider
  /// What is always asked for.
  let scopes: [String]

  /// Nil for a provider whose tokens the service takes from its own client alone.
  /// - Parameter issuer: What the profile says.
  init?(_ id: String, issuer: String?) {
    switch id {
    case "google.com":
      provider = .issuer(issuer ?? "https://accounts.google.com")
      scopes = Self.openID
    case "github.com":
      guard let gitHub = Self.gitHub else { return nil }
      provider = .known(gitHub)
      scopes = ["read:user", "user:email"]
    case _ where id.hasPrefix("oidc."):
      guard let issuer else { return nil }
      provider = .issuer(issuer)
      scopes = Self.openID
    default: return nil
    }
  }

  private static let openID = ["openid", "email", "profile"]

  /// "Authorizing OAuth apps", the web application flow and the device flow. It gives no ID tokens.
  private static let gitHub: OpenIDProvider? = {
    guard let authorization = EndpointAddress("https://github.com/login/oauth/authorize"),
      let token = EndpointAddress("https://github.com/login/oauth/access_token")
    else { return nil }
    return OpenIDProvider(
      issuer: nil, authorization: authorization, token: token,
      deviceAuthorization: EndpointAddress("https://github.com/login/device/code"), wantsSecretInForm: true)
  }()
}
