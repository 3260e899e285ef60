import Essentials
import HTTP
import IdentityToolkit

/// An error of a token endpoint (RFC 6749 §5.2), in Google's words if they are known.
struct TokenRefusal: Error, Equatable, Sendable {
  enum Code: String, Sendable {
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
    case invalidScope = "invalid_scope"
    case invalidTarget = "invalid_target"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
  }

  var code: Code
  var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  var response: HTTPResponse {
    let status =
      switch code {
      case .invalidClient, .unauthorizedClient: 401
      default: 400
      }
    return .json(
      ["error": .string(code.rawValue), "error_description": .string(description)] as JSONValue,
      status: status)
  }

  static func missing(_ parameter: String) -> TokenRefusal {
    TokenRefusal(.invalidRequest, "Required parameter is missing: \(parameter)")
  }

  static func unsupported(grant: String) -> TokenRefusal {
    TokenRefusal(.unsupportedGrantType, "Invalid grant_type: \(grant.clipped(to: 256))")
  }

  static let unreadable = TokenRefusal(.invalidRequest, "Bad Request")

  static let invalidScope = TokenRefusal(
    .invalidScope, "Invalid OAuth scope or ID token audience provided.")
}
