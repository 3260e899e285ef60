import Essentials

/// The body of every error answer.
package struct ErrorEnvelope: Codable, Equatable, Sendable {
  package var error: Content

  package struct Content: Codable, Equatable, Sendable {
    package var code: Int?
    package var message: String?
    package var errors: [Item]?
    package var status: String?
    package var details: [Detail]?
  }

  package struct Item: Codable, Equatable, Sendable {
    package var message: String?
    package var domain: String?
    package var reason: String?
  }

  /// The typed details of the newer front ends.
  ///
  /// Refused keys and callers have a reason, and values that cannot be read have violations.
  package struct Detail: Codable, Equatable, Sendable {
    package var type: String?
    package var fieldViolations: [FieldViolation]?
    package var reason: String?
    package var domain: String?
    package var metadata: Metadata?

    private enum CodingKeys: String, CodingKey {
      case type = "@type"
      case fieldViolations, reason, domain, metadata
    }
  }

  package struct Metadata: Codable, Equatable, Sendable {
    package var service: String?
    package var consumer: String?
  }

  package struct FieldViolation: Codable, Equatable, Sendable {
    package var field: String?
    package var description: String?
  }
}

extension ErrorEnvelope {
  package init(_ error: ServerError) {
    let message = error.detail.map { "\(error.code.rawValue) : \($0)" } ?? error.code.rawValue
    self.error = Content(
      code: error.httpStatus, message: message,
      errors: [Item(message: message, domain: "global", reason: error.reason ?? "invalid")],
      status: error.status, details: error.info.map { [Detail($0)] })
  }

  /// Creates the envelope of Google's front end for a value that it refuses.
  package init(_ error: ServerError, _ violation: ServerError.Violation) {
    var error = error
    (error.code, error.detail) = (ServerErrorCode(rawValue: violation.description), nil)
    error.reason = "invalid"
    self.init(error)
    self.error.details = [
      Detail(
        type: "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [FieldViolation(field: violation.field, description: violation.description)])
    ]
  }

  /// Returns the error in this envelope, answered with `httpStatus`.
  ///
  /// For a refused key, a newer front end sends a sentence and a typed detail in place of a code. Both forms become
  /// `API_KEY_INVALID`. For a missing or wrong App Check token, it sends a sentence. Any other sentence becomes the
  /// detail, and the answer's status and reason say which code it is.
  package func serverError(httpStatus: Int, retryAfter: Int? = nil) -> ServerError {
    let message = (error.message ?? "").clipped()
    let reason = error.errors?.first?.reason
    let keyDetail = error.details?.first { $0.domain == "googleapis.com" }?.reason
    var refusal = ServerError(message: message, httpStatus: httpStatus)
    if reason?.hasPrefix("keyInvalid") == true || keyDetail == "API_KEY_INVALID"
      || message.hasPrefix("API key not valid")
    {
      (refusal.code, refusal.detail) = (.apiKeyInvalid, message)
    } else if reason == "ipRefererBlocked" || keyDetail?.hasPrefix("API_KEY_") == true {
      (refusal.code, refusal.detail) = (.appNotAuthorized, message)
    } else if message.hasPrefix("Firebase App Check token is invalid") {
      (refusal.code, refusal.detail) = (.invalidAppCheckToken, message)
    } else if !refusal.code.isWellFormed {
      refusal.code = code(httpStatus: httpStatus, reason: keyDetail ?? reason)
      refusal.detail = message.isEmpty ? nil : message
      refusal.isSentence = true
    }
    refusal.status = error.status?.clipped(to: Self.longestName)
    refusal.reason = (keyDetail ?? reason)?.clipped(to: Self.longestName)
    refusal.retryAfter = retryAfter
    return refusal
  }

  /// The code of an answer that has a sentence in its place.
  private func code(httpStatus: Int, reason: String?) -> ServerErrorCode {
    if ["RATE_LIMIT_EXCEEDED", "rateLimitExceeded"].contains(reason) { return .tooManyAttemptsTryLater }
    if error.status == "RESOURCE_EXHAUSTED" || httpStatus == 429 { return .quotaExceeded }
    let status = ServerErrorCode(rawValue: error.status ?? "")
    return httpStatus < 500 && status.isWellFormed ? status : .unnamed
  }

  private static let longestName = 128
}

extension ErrorEnvelope.Detail {
  fileprivate init(_ info: ServerError.Info) {
    type = "type.googleapis.com/google.rpc.ErrorInfo"
    reason = info.reason
    domain = info.domain
    if info.service != nil || info.consumer != nil {
      metadata = .init(service: info.service, consumer: info.consumer)
    }
  }
}

extension ServerError {
  /// Creates the error from a message like `CODE : detail`.
  ///
  /// The code ends at the first colon.
  package init(message: String, httpStatus: Int = 400) {
    let halves = message.clipped().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let detail = halves.count > 1 ? Self.trimmed(halves[1]) : ""
    self.init(
      ServerErrorCode(rawValue: Self.trimmed(halves.first ?? "")), detail.isEmpty ? nil : detail,
      httpStatus: httpStatus)
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop { $0.isWhitespace }
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...end])
  }
}
