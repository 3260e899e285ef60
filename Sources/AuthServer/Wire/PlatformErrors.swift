import Essentials
import IdentityToolkit

// The front ends send these errors before any RPC. They have a sentence in place of a code, and a canonical status.
extension ServerError {
  /// - Parameter violation: The same in the service's words, if known.
  static func badJSON(_ detail: String, _ violation: Violation? = nil) -> ServerError {
    var error = sentence(
      "Invalid JSON payload received. \(detail)", 400, "INVALID_ARGUMENT", reason: "parseError")
    error.violation = violation
    return error
  }

  /// Returns the error for a name that is none of an enumeration's.
  ///
  /// - Parameters:
  ///   - place: Where it is, such as `config.mfa.state`.
  ///   - type: The service's name of the enumeration, without the beginning that all have, if known.
  static func unknownName(_ name: String, at place: String, of type: String?) -> ServerError {
    let violation = Violation(
      at: place, type: type.map { "type.googleapis.com/google.cloud." + $0 }, .string(name))
    return badJSON(violation.description, violation)
  }

  static let missingKey = sentence(
    "The request is missing a valid API key.", 403, "PERMISSION_DENIED", reason: "forbidden")

  /// The same error as `missingKey`, in the service's words.
  static let unregisteredCaller = sentence(
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or "
      + "other form of API consumer identity to call this API.", 403, "PERMISSION_DENIED", reason: "forbidden"
  )

  static let wrongKey = sentence(
    "API key not valid. Please pass a valid API key.", 400, "INVALID_ARGUMENT", reason: "badRequest")

  /// The web SDK makes its error code of these words.
  static let invalidAppCheckToken = sentence(
    "Firebase App Check token is invalid.", 401, "UNAUTHENTICATED", reason: "authError")

  static let missingAuthentication = sentence(
    "Request is missing required authentication credential.", 401, "UNAUTHENTICATED", reason: "required")

  /// The error for an API key in place of an access token.
  static let unsupportedKey: ServerError = {
    var error = sentence(
      "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
        + "credentials that assert a principal. See https://cloud.google.com/docs/authentication",
      401, "UNAUTHENTICATED", reason: "required")
    error.info = Info("CREDENTIALS_MISSING", service: ServiceHost.identityToolkit.rawValue)
    return error
  }()

  /// The error for a token that is not an access token, or not of this server.
  static let wrongAuthentication = invalidCredentials("ACCESS_TOKEN_TYPE_UNSUPPORTED")

  static let expiredAccessToken = invalidCredentials("ACCESS_TOKEN_EXPIRED")

  /// The error for the access token of a service account that the project no longer has.
  static let removedServiceAccount = invalidCredentials("ACCOUNT_STATE_INVALID")

  private static func invalidCredentials(_ reason: String) -> ServerError {
    var error = sentence(
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other "
        + "valid authentication credential. "
        + "See https://developers.google.com/identity/sign-in/web/devconsole-project.",
      401, "UNAUTHENTICATED", reason: "authError")
    error.info = Info(reason, service: ServiceHost.identityToolkit.rawValue)
    return error
  }

  /// The error for a principal whose roles in the project do not allow the call.
  static let missingPermission = sentence(
    "The caller does not have permission", 403, "PERMISSION_DENIED", reason: "forbidden")

  /// Returns the error for an access token that is not for the service on `host`.
  static func insufficientScopes(at host: ServiceHost) -> ServerError {
    var error = sentence(
      "Request had insufficient authentication scopes.", 403, "PERMISSION_DENIED",
      reason: "insufficientPermissions")
    error.info = Info("ACCESS_TOKEN_SCOPE_INSUFFICIENT", service: host.rawValue)
    return error
  }

  /// Returns the error for a call that another project should pay for.
  static func deniedProject(_ id: String, at host: ServiceHost) -> ServerError {
    var error = sentence(
      "Caller does not have required permission to use project \(id). Grant the caller the "
        + "roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use "
        + "permission, by visiting https://console.developers.google.com/iam-admin/iam/project?project=\(id) "
        + "and then retry. Propagation of the new permission may take a few minutes.",
      403, "PERMISSION_DENIED", reason: "forbidden")
    error.info = Info("USER_PROJECT_DENIED", service: host.rawValue, consumer: "projects/" + id)
    return error
  }

  /// The error for a caller that must not act as a service account.
  static let deniedImpersonation: ServerError = {
    var error = sentence(
      "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).", 403,
      "PERMISSION_DENIED", reason: "forbidden")
    error.info = Info("IAM_PERMISSION_DENIED", domain: "iam.googleapis.com")
    return error
  }()

  static func unknownServiceAccount(_ email: String) -> ServerError {
    sentence(
      "Not found; Gaia id not found for email \(email.clipped(to: 256))", 404, "NOT_FOUND", reason: "notFound"
    )
  }

  static let otherSite = sentence(
    "((Web pages of other sites may not use this route.))", 403, "PERMISSION_DENIED", reason: "forbidden")

  /// The error in the words of Firebase's emulator, up to how to change this.
  static func otherProject(_ id: String, than own: String) -> ServerError {
    sentence(
      "Multiple projectIds are not recommended in single project mode. Requested project ID \(id), but the "
        + "emulator is configured for \(own). To serve all projects, use the policy other-projects=served.",
      400, "INVALID_ARGUMENT", reason: "invalid")
  }

  static let unknownPath = sentence("Not Found", 404, "NOT_FOUND", reason: "notFound")

  static let wrongMethod = ServerError(
    .notFound, "((This path does not take this method.))", httpStatus: 405, status: "NOT_FOUND",
    reason: "httpMethodNotAllowed")

  static let notImplemented = ServerError(
    .notImplemented, "((This server does not have this method.))", httpStatus: 501, status: "NOT_IMPLEMENTED",
    reason: "unimplemented")

  static func brokenServer(_ detail: String) -> ServerError {
    ServerError(.internalError, "((\(detail)))", httpStatus: 500, status: "INTERNAL", reason: "backendError")
  }

  static let unreadableArgument = sentence(
    "Request contains an invalid argument.", 400, "INVALID_ARGUMENT", reason: "invalid")

  /// Returns the error for a body with two values of which only one may be there.
  ///
  /// The service names the later one. The order of members is not known here.
  static func alreadySet(_ choice: String, besides name: String) -> ServerError {
    let text = "Invalid value (oneof), oneof field '\(choice)' is already set. Cannot set '\(name)'"
    var error = sentence(text, 400, "INVALID_ARGUMENT", reason: "invalid")
    error.violation = Violation(field: nil, text)
    return error
  }

  private static func sentence(_ text: String, _ code: Int, _ status: String, reason: String) -> ServerError {
    ServerError(ServerErrorCode(rawValue: text), httpStatus: code, status: status, reason: reason)
  }
}
