internal import CCurl
internal import HTTP

/// A request's header fields in libcurl's form, without the fields that libcurl would add.
final class RequestHeaders {
  private(set) var lines: UnsafeMutablePointer<curl_slist>?

  init(_ request: HTTPRequest, userAgent: String?) throws(HTTPError) {
    for field in request.headers.fields {
      guard Self.isPlain(field.name), Self.isPlain(field.value) else {
        throw .malformed(
          reason: "a line break or NUL in the header \(field.name.debugDescription) to be sent")
      }
      // libcurl removes a field without a value unless it ends in a semicolon.
      append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let userAgent, request.headers["User-Agent"] == nil { append("User-Agent: \(userAgent)") }
    for name in ["Accept", "Content-Type", "Expect"] where request.headers[name] == nil {
      append("\(name):")
    }
  }

  deinit {
    ccurl_slist_free_all(lines)
  }

  private func append(_ line: String) {
    lines = ccurl_slist_append(lines, line) ?? lines
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
  }
}
