import Essentials
import HTTP

/// The browser's information about the page that sent a request.
struct WebOrigin: Sendable {
  /// The `Origin` header.
  ///
  /// Nil for other programs, and for addresses that a person types.
  let origin: String?
  /// Whether a page of another site sent the request.
  ///
  /// Pages on this machine's loopback do not count as other sites.
  let isForeign: Bool
  /// Whether the page is on this machine or is the server's own.
  ///
  /// The client may use any name for the server.
  let isOfThisPage: Bool

  init(_ request: HTTPRequest) {
    // Browsers send one of each. A client that sends two tries to hide one.
    let origins = request.headers.values(of: "Origin")
    origin = origins.count == 1 ? origins[0] : nil
    // For a browser, `http://localhost:3000` and `http://127.0.0.1:9099` are two sites, but they are one machine.
    isForeign =
      origins.isEmpty
      ? request.headers.values(of: "Sec-Fetch-Site").contains { $0.hasBytes(ofAnyCase: "cross-site") }
      : !origins.allSatisfy { Origin($0)?.isLoopback == true }
    let own = request.headers["Host"]?.asciiLowercased()
    isOfThisPage = !isForeign || own != nil && origin.flatMap { Origin($0)?.authority } == own
  }

  /// Allows the page to read the answer.
  func allowReading(_ response: inout HTTPResponse) {
    guard let origin else { return }
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers.append("Vary", "Origin")
  }

  /// Returns the answer to a browser's preflight for `request`, for a path with `methods`.
  func preflight(for request: HTTPRequest, methods: [HTTPMethod]) -> HTTPResponse {
    var response = HTTPResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = methods.map(\.rawValue).sorted().joined(
      separator: ", ")
    response.headers["Access-Control-Allow-Headers"] = request.headers["Access-Control-Request-Headers"]
    response.headers["Access-Control-Max-Age"] = "3600"
    // The browser asks this if a page of a public site calls this machine. The page's owner had to request it.
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return response
  }
}
