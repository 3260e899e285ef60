import Essentials
import HTTP
import IdentityToolkit

/// The OpenID Connect Discovery 1.0 document of the tokens' issuer, for gateways that need no other configuration.
///
/// The issuer is Google's, as in the tokens, and the keys are this server's.
struct DiscoveryDocument: Sendable {
  static let path = "/securetoken.google.com/{project}/.well-known/openid-configuration"

  let call: Call

  var value: JSONValue {
    let route = SigningKeys.route
    let keys = "/\(route.service.rawValue)/\(route.path)"
    return [
      "issuer": .string("https://securetoken.google.com/" + call.project),
      "jwks_uri": .string(call.scheme + "://" + (call.request.headers["Host"] ?? "127.0.0.1:9099") + keys),
      "response_types_supported": ["id_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(call.policy.unsignedTokens ? "none" : "RS256")],
    ]
  }
}
