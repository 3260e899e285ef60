import HTTP
import IdentityToolkit

extension Backend {
  /// The `Date` header of a cheap answer, which shows the server's clock; nil where none comes.
  package func date() -> String? {
    let (origin, path) = endpoint.address(of: ClientProjectConfig.route, project: project)
    var request = HTTPRequest(method: .get, origin: origin, path: path)
    request.query = [QueryItem("key", apiKey)]
    return try? transport.send(request).headers["Date"]
  }
}
