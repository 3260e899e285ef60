import Essentials
import HTTP
import IdentityToolkit

extension Route {
  /// The routes where administrators and workloads get access tokens.
  static let tokens: [Route] = [
    token(at: PathTemplate(.oauth2, "token")) { call, request in
      switch try request.required("grant_type") {
      case ServiceAccountAssertion.grantType:
        let assertion = try request.required("assertion")
        return try granted(ServiceAccountAssertion(call: call).accessToken(for: assertion), call)
      // A person's token comes from an OAuth client, and there is none here.
      case "refresh_token", "authorization_code":
        throw TokenRefusal(.invalidClient, "The OAuth client was not found.")
      case let other: throw TokenRefusal.unsupported(grant: other)
      }
    },
    token(at: PathTemplate(.securityTokens, "v1/token")) { call, request in
      let grant = try request.required("grant_type")
      guard grant == WorkloadIdentity.grantType else { throw TokenRefusal.unsupported(grant: grant) }
      var answer = try granted(WorkloadIdentity(call: call).accessToken(for: request), call)
      answer["issued_token_type"] = .string(WorkloadIdentity.issuedType)
      return answer
    },
    Route(
      .post,
      at: PathTemplate(.iamCredentials, "v1/projects/-/serviceAccounts/{email}:generateAccessToken"),
      for: .owner
    ) { call in
      let email = Router.match(call.request.path, .post)?.names["email"] ?? ""
      let request = try JSONBody.decode(call.request.body) as Impersonation.Request
      return .json(try Impersonation(call: call, email: email).answer(request))
    }.needing(.actAsServiceAccounts),
  ]

  private static func token(
    at path: PathTemplate, answer: @escaping @Sendable (Call, TokenRequest) throws -> JSONValue
  ) -> Route {
    Route(.post, at: path, for: .everyone) { call in
      do {
        return .json(try answer(call, TokenRequest(call.request)))
      } catch let refusal as TokenRefusal {
        return refusal.response
      }
    }
  }

  private static func granted(_ token: AccessToken, _ call: Call) throws -> JSONValue {
    [
      "access_token": .string(try token.text(signedBy: call.issuer, at: call.now)),
      "expires_in": .integer(Int64(AccessToken.lifetime)), "token_type": "Bearer",
    ]
  }
}
