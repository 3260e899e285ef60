private import Essentials
internal import HTTP

/// An answer in the form in which it is sent.
struct ResponseMessage {
  private(set) var bytes: [UInt8] = []

  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// - Parameters:
  ///   - isLast: Whether the connection closes after it.
  ///   - hasBody: False for the answer to HEAD, which only describes the body.
  init(_ response: HTTPResponse, at date: HTTPDate, isLast: Bool, hasBody: Bool = true) {
    let status = response.status
    bytes.reserveCapacity(512 + (hasBody ? response.body.count : 0))
    add("HTTP/1.1 ", String(status), " ", Self.reasons[status] ?? "", "\r\nDate: ", date.text, "\r\n")
    if isLast { add("Connection: close\r\n") }
    for field in response.headers.fields where Self.mayStand(field) {
      add(field.name, ": ", field.value, "\r\n")
    }
    // Answers with these two statuses never have a body.
    if status != 204 && status != 304 { add("Content-Length: ", String(response.body.count), "\r\n") }
    add("\r\n")
    if hasBody { bytes += response.body }
  }

  private mutating func add(_ parts: String...) {
    for part in parts { bytes += part.utf8 }
  }

  /// Returns whether a handler's field may be sent.
  ///
  /// Only this type decides how the message ends. A field with a line end would become two fields.
  private static func mayStand(_ field: HTTPHeaders.Field) -> Bool {
    !framing.contains { $0.hasBytes(ofAnyCase: field.name) }
      && [field.name, field.value].allSatisfy { text in
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      }
  }

  private static let framing = ["content-length", "transfer-encoding", "connection", "date"]

  private static let reasons = [
    200: "OK", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict",
    410: "Gone", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 421: "Misdirected Request", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
