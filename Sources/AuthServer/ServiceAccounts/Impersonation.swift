import Essentials
import IdentityToolkit

/// A request for the access token of a service account, from somebody who may act as the account.
struct Impersonation: Sendable {
  struct Request: Codable, Sendable {
    var scope: [String]?
    /// A number of seconds with the unit `s`.
    var lifetime: String?
    /// The accounts between the caller and this one, by their resource names.
    var delegates: [String]?
  }

  struct Response: Codable, Sendable {
    var accessToken: String
    var expireTime: String
  }

  let call: Call
  /// The e-mail address of the account.
  let email: String

  /// The longest lifetime that an organization can allow at Google, in seconds.
  private static let longestLife = 43_200

  func answer(_ request: Request) throws -> Response {
    let settings = try call.projectSettings()
    for account in (request.delegates ?? []).map(Self.email) + [email] {
      guard settings.customTokenSigners[account] != nil else {
        throw ServerError.unknownServiceAccount(account)
      }
    }
    let scopes = request.scope ?? []
    guard !scopes.isEmpty, scopes.allSatisfy(TokenRequest.isScope)
    else { throw ServerError.badArgument("scope is a list of OAuth scopes.") }
    let lifetime = try lifetime(request.lifetime ?? "3600s")
    let token = AccessToken(principal: email, project: call.project, scopes: scopes)
    return Response(
      accessToken: try token.text(signedBy: call.issuer, at: call.now, lifetime: lifetime),
      expireTime: (call.now + Double(lifetime)).rfc3339)
  }

  private func lifetime(_ text: String) throws(ServerError) -> Int {
    guard text.last == "s", let seconds = Int(text.dropLast()), (1...Self.longestLife).contains(seconds)
    else { throw .badArgument("lifetime is a number of seconds up to \(Self.longestLife), such as 3600s.") }
    return seconds
  }

  /// Returns the address in the resource name of an account.
  private static func email(_ name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? ""
  }
}
