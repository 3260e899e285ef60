import Essentials

/// Identity providers: Google, Apple, Microsoft, a company's own.
public struct OAuthProvider: Sendable {
  /// The provider's id, `microsoft.com` or `oidc.corp`.
  public let providerID: String
  /// What is asked for beyond the usual, in the provider's own words.
  public var scopes: [String] = []
  /// Parameters for the provider's page, `login_hint` for example.
  public var customParameters: [String: String] = [:]

  let auth: Auth

  /// A provider whose page a person is sent to.
  public init(providerID: String, auth: Auth) {
    self.providerID = providerID
    self.auth = auth
  }

  /// A provider whose page a person is sent to.
  public init(providerID: AuthProviderID, auth: Auth) {
    self.init(providerID: providerID.rawValue, auth: auth)
  }

  /// As `OAuthProvider(providerID:auth:)`.
  public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// As `OAuthProvider(providerID:auth:)`.
  public static func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// Sends a person to the provider's page; gives the credential that comes back.
  /// - Throws: ``AuthErrorCode/webSignInUserInteractionFailure`` where the provider says no; what `uiDelegate` throws, as
  ///   ``AuthError/underlyingError``.
  public func credential(with uiDelegate: any OAuthUIDelegate) async throws(AuthError) -> OAuthCredential {
    let (id, scopes, parameters) = (providerID, scopes, customParameters)
    let continueURL = uiDelegate.continueURL.absoluteString
    let page = try await auth.perform { core throws(AuthFailure) in
      try core.authorizationPage(
        provider: id, continueURL: continueURL, scopes: scopes, customParameters: parameters)
    }.answer
    guard let url = URL(string: page.url) else { throw AuthError(.internalError) }
    let callback: URL
    do {
      callback = try await uiDelegate.callbackURL(of: url)
    } catch {
      throw AuthError(delegate: error, as: .webSignInUserInteractionFailure)
    }
    if let refusal = ProviderRefusal(callback) {
      throw AuthError(.webSignInUserInteractionFailure, message: refusal.description)
    }
    return OAuthCredential(
      providerID: id, redirect: .init(requestURI: callback.absoluteString, sessionID: page.sessionID))
  }

  /// The credential of a provider's tokens.
  /// - Parameters:
  ///   - providerID: The provider's id, `microsoft.com`.
  ///   - idToken: The provider's ID token.
  ///   - rawNonce: The value that the ID token was asked for with, unhashed.
  ///   - accessToken: The provider's access token.
  public static func credential(
    withProviderID providerID: String, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(
      providerID: providerID, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
  }

  /// The credential of a provider's access token alone.
  public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID, accessToken: accessToken)
  }

  /// The credential of a provider's tokens.
  /// - Parameters:
  ///   - providerID: The provider's id.
  ///   - idToken: The provider's ID token.
  ///   - rawNonce: The value that the ID token was asked for with, unhashed.
  ///   - accessToken: The provider's access token.
  public static func credential(
    providerID: AuthProviderID, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
  ) -> OAuthCredential {
    credential(
      withProviderID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// The credential of a provider's access token alone.
  public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
    credential(withProviderID: providerID.rawValue, accessToken: accessToken)
  }

  /// The credential of an ID token of Sign in with Apple.
  /// - Parameters:
  ///   - idToken: Apple's ID token.
  ///   - rawNonce: The value that the ID token was asked for with, unhashed.
  public static func appleCredential(withIDToken idToken: String, rawNonce: String) -> OAuthCredential {
    credential(providerID: .apple, idToken: idToken, rawNonce: rawNonce)
  }
}
