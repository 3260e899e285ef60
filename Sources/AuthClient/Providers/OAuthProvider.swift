import Essentials
import HTTP

/// An identity provider: Google, Apple, Microsoft, or a company's own.
public struct OAuthProvider: Sendable {
  /// The provider's ID, for example `microsoft.com` or `oidc.corp`.
  public let providerID: String
  /// The scopes to request in addition to the default ones, by the provider's names.
  public var scopes: [String] = []
  /// Extra parameters for the provider's page, for example `login_hint`.
  public var customParameters: [String: String] = [:]

  let auth: Auth

  /// Creates a provider whose sign-in page a user visits.
  public init(providerID: String, auth: Auth) {
    self.providerID = providerID
    self.auth = auth
  }

  /// Creates a provider whose sign-in page a user visits.
  public init(providerID: AuthProviderID, auth: Auth) {
    self.init(providerID: providerID.rawValue, auth: auth)
  }

  /// Returns the same as `OAuthProvider(providerID:auth:)`.
  public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// Returns the same as `OAuthProvider(providerID:auth:)`.
  public static func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// Sends the user to the provider's page, and returns the credential from it.
  /// - Throws: ``AuthErrorCode/webSignInUserInteractionFailure`` if the provider refuses. The delegate's error, or one
  ///   with that error as ``AuthError/underlyingError``.
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

  /// Creates the credential of a provider's tokens.
  /// - Parameters:
  ///   - providerID: The provider's ID, for example `microsoft.com`.
  ///   - idToken: The provider's ID token.
  ///   - rawNonce: The nonce of the ID token, before hashing.
  ///   - accessToken: The provider's access token.
  public static func credential(
    withProviderID providerID: String, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(
      providerID: providerID, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
  }

  /// Creates the credential of a provider's access token.
  public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID, accessToken: accessToken)
  }

  /// Creates the credential of a provider's tokens.
  /// - Parameters:
  ///   - providerID: The provider's ID.
  ///   - idToken: The provider's ID token.
  ///   - rawNonce: The nonce of the ID token, before hashing.
  ///   - accessToken: The provider's access token.
  public static func credential(
    providerID: AuthProviderID, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
  ) -> OAuthCredential {
    credential(
      withProviderID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// Creates the credential of a provider's access token.
  public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
    credential(withProviderID: providerID.rawValue, accessToken: accessToken)
  }

  /// Creates the credential of an ID token from Sign in with Apple.
  /// - Parameters:
  ///   - idToken: Apple's ID token.
  ///   - rawNonce: The nonce of the ID token, before hashing.
  public static func appleCredential(withIDToken idToken: String, rawNonce: String) -> OAuthCredential {
    credential(providerID: .apple, idToken: idToken, rawNonce: rawNonce)
  }
}

/// The provider's error in the address of a redirect without a code (RFC 6749, 4.1.2.1).
struct ProviderRefusal: CustomStringConvertible {
  let description: String

  init?(_ callback: URL) {
    guard let query = callback.query(percentEncoded: true), let items = FormEncoding.decode(query),
      let error = items.first(where: { $0.name == "error" })?.value
    else { return nil }
    let detail = items.first { $0.name == "error_description" }?.value
    description = error + (detail.map { ": " + $0 } ?? "")
  }
}
