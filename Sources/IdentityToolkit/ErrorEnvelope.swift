/// The body of every refusal.
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
    package var reason: String?
    package var domain: String?
  }

  /// Typed objects of the newer front ends; only API key errors matter here.
  package struct Detail: Codable, Equatable, Sendable {
    package var reason: String?
    package var domain: String?
  }
}

extension ErrorEnvelope {
  package init(_ error: ServerError) {
    let message = error.detail.map { "\(error.code.rawValue) : \($0)" } ?? error.code.rawValue
    self.error = Content(
      code: error.httpStatus, message: message,
      errors: [Item(message: message, reason: error.reason ?? "invalid", domain: "global")],
      status: error.status, details: nil)
  }

  /// The refusal that this envelope tells of, answered with `httpStatus`.
  ///
  /// The code ends at the first colon. A newer front end refuses a key with a sentence and a typed detail
  /// instead of a code; both forms give `API_KEY_INVALID`.
  package func serverError(httpStatus: Int, retryAfter: Int? = nil) -> ServerError {
    let message = error.message ?? ""
    let reason = error.errors?.first?.reason
    let halves = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var code = ServerErrorCode(rawValue: Self.trimmed(halves.first ?? ""))
    var detail = halves.count > 1 ? Self.trimmed(halves[1]) : nil
    let keyDetail = error.details?.first { $0.domain == "googleapis.com" }?.reason
    if reason?.hasPrefix("keyInvalid") == true || keyDetail == "API_KEY_INVALID"
      || message.hasPrefix("API key not valid")
    {
      (code, detail) = (.apiKeyInvalid, message)
    } else if reason == "ipRefererBlocked" || keyDetail?.hasPrefix("API_KEY_") == true {
      (code, detail) = (.appNotAuthorized, message)
    }
    return ServerError(
      code, detail?.isEmpty == true ? nil : detail, httpStatus: httpStatus, status: error.status,
      reason: keyDetail ?? reason, retryAfter: retryAfter)
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop { $0.isWhitespace }
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...end])
  }
}
