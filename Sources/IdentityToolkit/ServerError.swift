/// A refusal of the service: a code and, often, a detail. Parsed and printed by both ends.
package struct ServerError: Error, Equatable, Sendable {
  package var code: ServerErrorCode
  /// For people; never to be parsed. The emulators wrap texts of their own in `((…))`.
  package var detail: String?
  package var httpStatus: Int
  /// The canonical name that some answers carry, `INVALID_ARGUMENT`.
  package var status: String?
  /// `error.errors[0].reason`; `keyInvalid…` and `ipRefererBlocked` mean something to clients.
  package var reason: String?
  /// Seconds to wait before another try, where the server says so (`Retry-After`).
  package var retryAfter: Int?

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

  /// The `reason` for what was made, by its time, in the future: it does not count while the server's clock shows that
  /// time as still to come, and is not over.
  package static let clockSetBack = "clockSetBack"

  /// Whether what it refuses may count again once the clock is right.
  package var isOfClock: Bool { reason == Self.clockSetBack }
}
