import Essentials
import HTTP

/// What a browser says of the page that a request comes from.
struct WebOrigin: Sendable {
  /// The `Origin` header; nil for other programs, and for what a person types into the address bar.
  let origin: String?
  /// Whether a page of another site made the request, which a page on this machine's loopback is not.
  let isForeign: Bool
  /// Whether no page of another site made it: one on this machine, or one of the server's own, by whatever name it is
  /// reached.
  let isOfThisPage: Bool

  init(_ request: HTTPRequest) {
    // Browsers send one of each; who sends two hopes that the wrong one is looked at.
    let origins = request.headers.values(of: "Origin")
    origin = origins.count == 1 ? origins[0] : nil
    // `http://localhost:3000` and `http://127.0.0.1:9099` are two sites to a browser, and one machine.
    isForeign =
      origins.isEmpty
      ? request.headers.values(of: "Sec-Fetch-Site").contains { $0.hasBytes(ofAnyCase: "cross-site") }
      : !origins.allSatisfy { Origin($0)?.isLoopback == true }
    let own = request.headers["Host"]?.asciiLowercased()
    isOfThisPage = !isForeign || own != nil && origin.flatMap { Origin($0)?.authority } == own
  }

  /// Lets the page read the answer.
  func allowReading(_ response: inout HTTPResponse) {
    guard let origin else { return }
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers.append("Vary", "Origin")
  }

  /// The answer to a browser that asks whether it may send `request`, to a path that has `methods`.
  func preflight(for request: HTTPRequest, methods: [HTTPMethod]) -> HTTPResponse {
    var response = HTTPResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = methods.map(\.rawValue).sorted().joined(
      separator: ", ")
    response.headers["Access-Control-Allow-Headers"] = request.headers["Access-Control-Request-Headers"]
    response.headers["Access-Control-Max-Age"] = "3600"
    // From a page of a public site to this machine, which the owner of the page had to ask for.
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return response
  }
}
