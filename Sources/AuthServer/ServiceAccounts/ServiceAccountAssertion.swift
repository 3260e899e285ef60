import Crypto
import Essentials
import IDTokens
import IdentityToolkit

/// The grant of RFC 7523: a service account asks for an access token with a JWT that its key signed.
struct ServiceAccountAssertion: Sendable {
  let call: Call

  static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  /// The addresses of Google's token endpoint, of which the older ones are still in key files.
  private static let endpoints = [
    googleEndpoint, "https://www.googleapis.com/oauth2/v4/token",
    "https://accounts.google.com/o/oauth2/token",
  ]
  static let googleEndpoint = "https://oauth2.googleapis.com/token"
  /// The longest lifetime of an assertion, in seconds.
  private static let longestLife = 3600.0

  /// The address of this server's token endpoint, or nil if the server has none.
  static func ownEndpoint(at call: Call) -> String? {
    call.ownOrigin.map { "\($0)/\(ServiceHost.oauth2.rawValue)/token" }
  }

  /// Returns the content of the access token for an assertion.
  ///
  /// - Throws: `TokenRefusal` for an assertion that is not valid.
  func accessToken(for text: String) throws -> AccessToken {
    guard let token = try? JWT(text), let claims = JSONValue(unambiguous: token.payload) else {
      throw TokenRefusal.unreadable
    }
    guard let email = claims["iss"]?.string, let (project, key) = try account(email)
    else { throw TokenRefusal(.invalidGrant, "Invalid grant: account not found") }
    do throws(IDTokenProblem) {
      try token.verify(with: key)
    } catch {
      throw TokenRefusal(.invalidGrant, "Invalid JWT Signature.")
    }
    let audience = claims["aud"]?.string
    guard let audience, (Self.endpoints + [Self.ownEndpoint(at: call)]).contains(audience)
    else { throw TokenRefusal(.invalidGrant, "Invalid JWT: Failed audience check.") }
    try checkTimes(of: claims)
    // Only an administrator of a Workspace domain can allow this at Google, and there is none here.
    guard claims["sub"].map({ $0 == .string(email) }) ?? true else {
      throw TokenRefusal(
        .unauthorizedClient,
        "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any "
          + "of the scopes requested.")
    }
    return AccessToken(
      principal: email, project: project, scopes: try TokenRequest.scopes(in: claims["scope"]?.string))
  }

  /// Returns the project that has this service account, and the account's key.
  ///
  /// The account's address may name its project. The other possible one is the server's own.
  private func account(_ email: String) throws -> (project: String, key: PublicKey)? {
    let suffix = ".iam.gserviceaccount.com"
    let home = email.split(separator: "@").last.flatMap { domain in
      domain.hasSuffix(suffix) ? String(domain.dropLast(suffix.count)) : nil
    }
    for project in [home, call.project].compactMap(\.self) where call.serves(project) {
      var call = call
      try call.turn(to: ProjectName(project: project))
      if let key = try call.projectSettings().customTokenSigners[email] { return (project, key) }
    }
    return nil
  }

  private func checkTimes(of claims: JSONValue) throws(TokenRefusal) {
    let (now, skew) = (call.now.timeIntervalSince1970, Double(Policy.clockSkew))
    guard let issued = claims["iat"]?.integer.map(Double.init),
      let end = claims["exp"]?.integer.map(Double.init), end > issued, end - issued <= Self.longestLife,
      issued <= now + skew, now < end + skew
    else {
      throw TokenRefusal(
        .invalidGrant,
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your "
          + "iat and exp values in the JWT claim.")
    }
  }
}
