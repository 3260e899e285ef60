import Essentials
import IdentityToolkit

/// The operation that creates a session cookie from a valid ID token.
///
/// The cookie has the same claims, with another issuer and a longer lifetime.
struct CreateSessionCookieOperation: Operation {
  static let worksWhereAuthIsDisabled = true

  let call: Call

  private static let lifetimes = 300...1_209_600

  func answer(_ request: CreateSessionCookie.Request) throws -> CreateSessionCookie.Response {
    if call.dialect.refusesUnreadableValues, let duration = request.validDuration, !duration.text.isEmpty {
      _ = try duration.wholeNumber(at: "valid_duration")
    }
    let token = try call.verified(request.idToken)
    let lifetime = try lifetime(request.validDuration)
    // Other tokens are not valid for this.
    guard let claims = JSONValue(json: token.payload),
      claims["iss"]?.string == issuer("securetoken.google.com")
    else { throw ServerError(.invalidIDToken) }
    try call.store.read { transaction in
      _ = try transaction.account(of: token, project: findProject(in: transaction).id)
    }
    return CreateSessionCookie.Response(sessionCookie: try cookie(claims, lifetime: lifetime))
  }

  private func cookie(_ idTokenClaims: JSONValue, lifetime: Int) throws -> String {
    var claims = idTokenClaims
    claims["iss"] = .string(issuer("session.firebase.google.com"))
    claims["iat"] = .integer(call.now.seconds)
    claims["exp"] = .integer(call.now.seconds + Int64(lifetime))
    return try call.issuer.write(claims, as: .sessionCookies)
  }

  private func issuer(_ host: String) -> String { "https://\(host)/\(call.project)" }

  private func lifetime(_ given: DecimalText?) throws(ServerError) -> Int {
    guard let text = given?.text, !text.isEmpty else { return Self.lifetimes.upperBound }
    guard let lifetime = Int(text), Self.lifetimes.contains(lifetime) else {
      throw ServerError(.invalidDuration)
    }
    return lifetime
  }
}
