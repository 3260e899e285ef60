import Essentials
import IDTokens
import IdentityToolkit

/// The content of an access token: who may use it, in which project and for what.
///
/// The server does not store access tokens.
struct AccessToken: Sendable, Equatable {
  /// The e-mail address of a service account, or the name of a workload: `principal://…`.
  var principal: String
  /// The ID of the only project in which the token counts.
  var project: String
  var scopes: [String]

  /// The lifetime of a token if nobody asks for another one, in seconds.
  static let lifetime = 3599
  /// What the text of every token begins with.
  ///
  /// So a token is never a JWT, even for code that does not look at signatures.
  static let prefix = "usher-access-token."
  private static let audience = "access-token"
  /// An issuer that belongs to nobody, so only this server takes the token for a right one.
  private static let issuer = "https://access-tokens.invalid"

  /// Whether the principal is a workload, and not a service account.
  var isOfWorkload: Bool { principal.hasPrefix("principal://") }

  /// Returns the text of a new token, signed by this server.
  func text(signedBy writer: TokenWriter, at now: Date, lifetime: Int = Self.lifetime) throws -> String {
    let claims: JSONValue = [
      "iss": .string(Self.issuer), "aud": .string(Self.audience), "sub": .string(principal),
      "project": .string(project), "scope": .string(scopes.joined(separator: " ")),
      "iat": .integer(now.seconds), "exp": .integer(now.seconds + Int64(lifetime)),
    ]
    return Self.prefix + (try writer.sign(claims, as: .accessTokens))
  }
}

extension AccessToken {
  /// Reads a token that this server signed.
  ///
  /// - Parameter skew: How many seconds in the future its time of issue may be.
  /// - Throws: `ServerError` for a token of another kind or server, or an expired one.
  init(_ text: String, signedBy writer: TokenWriter, at now: Date, skew: Int) throws {
    var check = IDTokenCheck(.openID, for: Self.audience, from: [Self.issuer])
    check.expiryLeeway = 0
    check.startLeeway = Double(skew)
    let checked: CheckedToken
    do {
      guard text.hasPrefix(Self.prefix) else { throw IDTokenProblem.malformed }
      checked = try writer.content(
        of: String(text.dropFirst(Self.prefix.count)), as: .accessTokens, by: check, now: now)
    } catch let problem as IDTokenProblem {
      throw problem == .expired ? ServerError.expiredAccessToken : .wrongAuthentication
    }
    let claims = checked.json
    guard let project = claims["project"]?.string, let scope = claims["scope"]?.string
    else { throw ServerError.wrongAuthentication }
    self.init(
      principal: checked.subject, project: project, scopes: scope.split(separator: " ").map(String.init))
  }
}
