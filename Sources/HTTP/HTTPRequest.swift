package import Essentials

/// A request, as a client sends it and a handler receives it.
package struct HTTPRequest: Sendable, Equatable {
  package var method: HTTPMethod
  /// Scheme, host and port, such as `https://identitytoolkit.googleapis.com`.
  ///
  /// It is empty in the handler, and for requests that never leave the process.
  package var origin: String
  /// The percent-encoded path, which starts with `/`.
  package var path: String
  /// The query's items, decoded, in order.
  package var query: [QueryItem]
  package var headers: HTTPHeaders
  package var body: Data
  /// In the handler: the IP address of the client, or nil if the request never left the process.
  package var peer: String?
  /// In the handler: the scheme that clients use to reach a trusted proxy, or nil without a proxy.
  package var forwardedScheme: Origin.Scheme?
  /// Whether a redirect counts as an answer.
  ///
  /// Otherwise it is an error. Redirects are never followed.
  package var takesRedirects = false

  package init(
    method: HTTPMethod, origin: String = "", path: String, query: [QueryItem] = [],
    headers: HTTPHeaders = [:], body: Data = Data(), peer: String? = nil
  ) {
    self.method = method
    self.origin = origin
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  /// Path and query as in the request line.
  package var target: String {
    query.isEmpty ? path : path + "?" + FormEncoding.encode(query)
  }

  /// The URL for a transport.
  package var url: String { origin + target }

  /// Returns the first query item called `name`.
  package func queryValue(_ name: String) -> String? {
    query.first { $0.name.hasBytes(of: name) }?.value
  }
}

package enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// A `name=value` pair of a query or a form.
package struct QueryItem: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
