internal import CCurl
package import HTTP
private import Synchronization

/// A transport that sends requests with libcurl, one at a time.
///
/// The first request opens the library.
///
/// It does nothing beyond the request: no redirects, cookies, netrc or compression. It never tries again on another
/// connection, because that might use a code twice.
package final class CurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let handle = Mutex<CurlHandle?>(nil)

  package init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether libcurl is installed.
  ///
  /// Reading this opens it.
  package static var isAvailable: Bool { ccurl_open() == 0 }

  /// The version of libcurl, or nil if it is not installed.
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
