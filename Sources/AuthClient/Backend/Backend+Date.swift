import HTTP
import IdentityToolkit

extension Backend {
  /// Returns the `Date` header of a small answer, which shows the server's clock; nil if no answer comes.
  package func date() -> String? {
    let (origin, path) = endpoint.address(of: ClientProjectConfig.route, project: project)
    var request = HTTPRequest(method: .get, origin: origin, path: path)
    request.query = [QueryItem("key", apiKey)]
    return try? transport.send(request).headers["Date"]
  }
}
