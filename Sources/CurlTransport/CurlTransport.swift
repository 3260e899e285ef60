internal import CCurl
package import HTTP
private import Synchronization

/// Sends requests with libcurl, which is opened at the first one. One request at a time.
///
/// Nothing is followed, stored, retried or asked for on the side: no redirects, cookies, netrc or
/// compression, and never a second try on another connection, which might confirm a code twice.
package final class CurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let handle = Mutex<CurlHandle?>(nil)

  package init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether libcurl is there; opens it.
  package static var isAvailable: Bool { ccurl_open() == 0 }

  /// The version of libcurl; nil where it is not there.
  package static var libraryVersion: String? { ccurl_version().map { String(cString: $0) } }

  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard Self.isAvailable else { throw .libraryMissing(name: "libcurl") }
    return try handle.withLock { handle throws(HTTPError) in
      // The handle keeps its connection for the next request.
      let curl = handle ?? CurlHandle()
      handle = curl
      return try curl.send(request, configuration: configuration)
    }
  }
}
