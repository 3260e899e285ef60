import HTTP

/// What a browser says of the page that a request comes from.
struct WebOrigin: Sendable {
  /// The `Origin` header; nil for other programs, and for what a person types into the address bar.
  let origin: String?
  /// Whether a page of another site made the request, which a page on this machine's loopback is not.
  let isForeign: Bool

  init(_ request: HTTPRequest) {
    // Browsers send one of each; who sends two hopes that the wrong one is looked at.
    let origins = request.headers.values(of: "Origin")
    origin = origins.count == 1 ? origins[0] : nil
    isForeign =
      !origins.allSatisfy { Origin($0)?.isLoopback == true }
      || request.headers.values(of: "Sec-Fetch-Site").contains { $0.lowercased() == "cross-site" }
  }

  /// Lets the page read the answer.
  func allowReading(_ response: inout HTTPResponse) {
    guard let origin else { return }
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers.append("Vary", "Origin")
  }

  /// The answer to a browser that asks whether it may send `request`.
  func preflight(for request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = "GET, POST"
    response.headers["Access-Control-Allow-Headers"] = request.headers["Access-Control-Request-Headers"]
    response.headers["Access-Control-Max-Age"] = "3600"
    return response
  }
}
