/// An error of the service: a code and, often, a detail.
///
/// Clients and servers both parse and print it.
package struct ServerError: Error, Equatable, Sendable {
  package var code: ServerErrorCode
  /// A text for people.
  ///
  /// Programs must not parse it. The emulators put their own texts in `((…))`.
  package var detail: String?
  package var httpStatus: Int
  /// The canonical name in some answers, such as `INVALID_ARGUMENT`.
  package var status: String?
  /// `error.errors[0].reason`.
  ///
  /// Clients use only `keyInvalid…` and `ipRefererBlocked`.
  package var reason: String?
  /// How many seconds to wait before another try, if the server says so (`Retry-After`).
  package var retryAfter: Int?

  /// What is wrong with a value, if Google's front end refuses it before any operation.
  package var violation: Violation?

  package struct Violation: Equatable, Sendable {
    /// The place of the value, such as `users[0].local_id`, or nil for the whole request.
    package var field: String?
    /// The service's sentence, which its error has in place of a code.
    package var description: String

    package init(field: String?, _ description: String) {
      self.field = field
      self.description = description
    }
  }

  /// The typed reason of Google's front ends for a caller that they refuse (`google.rpc.ErrorInfo`).
  package var info: Info?

  package struct Info: Equatable, Sendable {
    /// Such as `ACCESS_TOKEN_EXPIRED`.
    package var reason: String
    package var domain: String
    /// The host of the service, or nil if the answer does not name it.
    package var service: String?
    /// The project that the caller must not use, such as `projects/other`.
    package var consumer: String?

    package init(
      _ reason: String, domain: String = "googleapis.com", service: String? = nil, consumer: String? = nil
    ) {
      self.reason = reason
      self.domain = domain
      self.service = service
      self.consumer = consumer
    }
  }

  package init(
    _ code: ServerErrorCode, _ detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    reason: String? = nil, retryAfter: Int? = nil
  ) {
    self.code = code
    self.detail = detail
    self.httpStatus = httpStatus
    self.status = status
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// Whether the server sent only a sentence, which is the detail. Then the code says what kind of error it is.
  package var isSentence = false

  package var words: String {
    guard let detail else { return code.rawValue }
    return isSentence ? detail : "\(code.rawValue): \(detail)"
  }

  /// The `reason` for data with a creation time in the future.
  ///
  /// It is not valid while the server's clock is before that time, but it has not expired.
  package static let clockSetBack = "clockSetBack"

  /// Whether the refused data may become valid again once the clock is right.
  package var isOfClock: Bool { reason == Self.clockSetBack }
}
