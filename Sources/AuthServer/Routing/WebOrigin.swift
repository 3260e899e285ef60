import HTTP

/// What a browser says of the page that a request comes from.
struct WebOrigin: Sendable {
  /// The `Origin` header; nil for other programs, and for what a person types into the address bar.
  let origin: String?
  private let isCrossSite: Bool

  init(_ request: HTTPRequest) {
    origin = request.headers["Origin"]
    isCrossSite = request.headers["Sec-Fetch-Site"]?.lowercased() == "cross-site"
  }

  /// Whether a page of another site made the request, which a page on this machine's loopback is not.
  var isForeign: Bool {
    isCrossSite || origin.map { !Self.isLoopback($0) } == true
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

  private static func isLoopback(_ origin: String) -> Bool {
    guard let scheme = origin.firstRange(of: "://") else { return false }
    let authority = origin[scheme.upperBound...].lowercased()
    let host =
      authority.hasPrefix("[")
      ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
  }
}
