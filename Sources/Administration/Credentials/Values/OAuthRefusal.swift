/// An error answer of a token endpoint.
///
/// Its texts are in one line, without control characters, and never contain what was sent as a secret.
package struct OAuthRefusal: Sendable, Equatable {
  package let origin: String
  package let status: Int
  /// The error code: OAuth's, such as `invalid_grant`, or a Google API's, such as `PERMISSION_DENIED`.
  package let code: String?
  /// A Google API's reason, such as `SERVICE_DISABLED`.
  package let reason: String?
  package let description: String?

  package init(
    origin: String, status: Int, code: String? = nil, reason: String? = nil, description: String? = nil
  ) {
    self.origin = origin
    self.status = status
    self.code = code
    self.reason = reason
    self.description = description
  }
}
