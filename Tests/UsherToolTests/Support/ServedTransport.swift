import AuthServer
import HTTP

/// A local server in this process, which is asked as if it were on a port.
struct ServedTransport: HTTPTransport {
  let server: IdentityToolkitServer

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    var request = request
    request.headers["Host"] = "127.0.0.1:9099"
    return try EmbeddedTransport(server).send(request)
  }
}
