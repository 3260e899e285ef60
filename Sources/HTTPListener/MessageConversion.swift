internal import CMicroHTTPD
internal import Essentials
internal import HTTP

extension HTTPHeaders {
  /// The header fields of the request that is on `connection`.
  init(of connection: OpaquePointer) {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { headers in
      let append: MHD_KeyValueIterator = { headers, _, name, value in
        if let name {
          headers?.assumingMemoryBound(to: HTTPHeaders.self).pointee
            .append(String(cString: name), value.map { String(cString: $0) } ?? "")
        }
        return .YES
      }
      cmicrohttpd_each_header(connection, append, headers)
    }
    self = headers
  }
}

extension HTTPResponse {
  /// Queues the response; libmicrohttpd adds `Date` and what frames the body.
  func send(on connection: OpaquePointer) -> MHD_Result {
    let response = body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
    for field in headers.fields
    where !["content-length", "transfer-encoding"].contains(field.name.lowercased()) {
      cmicrohttpd_response_header(response, field.name, field.value)
    }
    return cmicrohttpd_answer(connection, UInt32(status), response)
  }
}
