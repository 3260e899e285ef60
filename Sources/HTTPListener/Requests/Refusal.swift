internal import Essentials
internal import HTTP

/// An error answer to a request that the handler did not receive or could not answer.
struct Refusal: Error {
  let response: HTTPResponse

  static let tooSlow = Refusal(
    408, "DEADLINE_EXCEEDED", "REQUEST_TOO_SLOW : the request came in too slowly, or stopped coming")
  static let bodyTooLarge = Refusal(413, "INVALID_ARGUMENT", "REQUEST_TOO_LARGE")
  static let targetTooLong = Refusal(414, "INVALID_ARGUMENT", "REQUEST_TARGET_TOO_LONG")
  static let headTooLarge = Refusal(431, "INVALID_ARGUMENT", "REQUEST_HEAD_TOO_LARGE")
  static let methodUnknown = Refusal(501, "UNIMPLEMENTED", "METHOD_NOT_KNOWN")
  static let versionUnknown = Refusal(505, "UNIMPLEMENTED", "HTTP_VERSION_NOT_KNOWN")
  static let unavailable = Refusal(503, "UNAVAILABLE", "UNAVAILABLE", headers: ["Retry-After": "1"])
  /// Otherwise, a page whose name resolves to this machine could act with the visitor's rights.
  static let hostNotAllowed = Refusal(
    403, "PERMISSION_DENIED",
    "HOST_NOT_ALLOWED : Host is neither a private IP address nor an allowed name; --allow-host allows it")
  /// For clients behind a proxy.
  ///
  /// Other refused clients do not get an answer.
  static let peerNotAllowed = Refusal(
    403, "PERMISSION_DENIED",
    "PEER_NOT_ALLOWED : the proxy names no private IP address that the request comes from")
  /// For clients behind a proxy.
  static let forwardedHostNotAllowed = Refusal(
    403, "PERMISSION_DENIED",
    "HOST_NOT_ALLOWED : through a proxy only names and addresses that --allow-host allows are served")

  static func malformed(_ part: String) -> Refusal {
    Refusal(400, "INVALID_ARGUMENT", "MALFORMED_REQUEST : \(part)")
  }

  private init(_ code: Int, _ status: String, _ message: String, headers: HTTPHeaders = [:]) {
    var headers = headers
    headers["Content-Type"] = "application/json; charset=utf-8"
    let body = #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}"#
    response = HTTPResponse(status: code, headers: headers, body: Data(body.utf8))
  }
}
