import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// A way to an identity provider's credential: a token in a file, the person's browser by way of the service, an OAuth
/// client of one's own.
protocol ProviderWay {
  /// Gets a credential and has `use` sign in with it; tells a browser that was part of it how that ended.
  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress
}

/// What a provider's sign-in page is asked for.
struct AuthorizationRequest {
  var scopes: [String] = []
  var parameters: [String: String] = [:]

  func page(
    of provider: IdentityProvider, leadingTo callbackURL: String, at service: Service
  ) throws -> AuthorizationPage {
    try service.auth().authorizationPage(
      provider: provider.id, continueURL: callbackURL, scopes: scopes, customParameters: parameters)
  }
}

/// A provider's tokens that are in files already.
struct TokenFiles: ArgumentSet, Equatable {
  var idToken: String?
  var accessToken: String?
  var nonce: String?

  static let arguments: [Argument<Self>] = [
    .option(
      \.idToken, "id-token-file", value: "FILE",
      help: "Read the provider's ID token from this file; - is standard input.", completion: .secretFile),
    .option(
      \.accessToken, "access-token-file", value: "FILE",
      help: "Read the provider's access token from this file; - is standard input.", completion: .secretFile),
    .option(
      \.nonce, "nonce-file", value: "FILE", help: "Read the ID token's raw nonce from this file.",
      completion: .secretFile),
  ]

  /// Whether anything here was asked for.
  var isGiven: Bool { idToken != nil || accessToken != nil || nonce != nil }

  func credential(for provider: IdentityProvider, _ input: FileInput) throws -> OAuthCredential {
    guard idToken != nil || accessToken != nil else {
      throw UsageError.misuse(
        "the provider's token is missing", hint: "pass it with --id-token-file or --access-token-file")
    }
    return OAuthCredential(
      providerID: provider.id, idToken: try token(in: idToken, input),
      accessToken: try token(in: accessToken, input), rawNonce: try token(in: nonce, input))
  }

  private func token(in file: String?, _ input: FileInput) throws -> String? {
    guard let file else { return nil }
    let text = try input.text(of: file)
    let token = text.split(whereSeparator: \.isNewline).joined()
    guard !token.isEmpty else {
      throw Diagnosis("auth/invalid-credential", .data, "\(file) is empty")
    }
    return token
  }
}

struct CredentialAtHand: ProviderWay {
  let credential: OAuthCredential

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    try use(credential)
  }
}
