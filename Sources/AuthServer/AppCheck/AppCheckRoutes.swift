import Essentials
import HTTP
import IdentityToolkit

extension Route {
  /// The routes of App Check: the exchange of a debug token, and the public key of the answers.
  static let appCheck: [Route] = [
    Route(
      .post,
      at: PathTemplate(
        "/firebaseappcheck.googleapis.com/v1/projects/{project}/apps/{app}:exchangeDebugToken"),
      for: .everyone
    ) { call in
      let debugToken = (try JSONBody.decode(call.request.body) as DebugToken).debugToken ?? ""
      // Production knows each debug token from its console. Here, every one of the right form is known.
      guard isUUID(debugToken), let app = Router.match(call.request.path, .post)?.names["app"]
      else { throw ServerError.badArgument("A debug token is a UUID.") }
      let claims = AppCheckToken.claims(
        app: app, project: call.project, number: ProjectNumber(of: call.project, under: call.policy).text,
        at: call.now)
      return .json(
        [
          "token": .string(try call.issuer.sign(claims, as: .idTokens)),
          "ttl": .string("\(AppCheckToken.lifetime)s"),
        ] as JSONValue)
    },
    Route(.get, at: PathTemplate("/firebaseappcheck.googleapis.com/v1/jwks"), for: .everyone) { call in
      .json(try call.issuer.signingKey(for: .idTokens).publishedSet)
    }.kept(),
  ]

  private struct DebugToken: Codable {
    var debugToken: String?
  }

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}
