package import Essentials

/// A request as both ends see it: what a client sends and a handler answers.
package struct HTTPRequest: Sendable, Equatable {
  package var method: HTTPMethod
  /// Scheme, host and port, `https://identitytoolkit.googleapis.com`; empty where the request never leaves
  /// the process, and on the handler's side.
  package var origin: String
  /// The path as on the wire, percent-encoded, starting with `/`.
  package var path: String
  /// The query's items, decoded, in order.
  package var query: [QueryItem]
  package var headers: HTTPHeaders
  package var body: Data
  /// The IP address that it came from, on the handler's side; nil where it never left the process.
  package var peer: String?
  /// What a proxy that is trusted was spoken to by, on the handler's side; nil without one.
  package var forwardedScheme: Origin.Scheme?
  /// Whether a redirect is an answer, to be looked at; elsewhere it is an error. Nobody follows one.
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

  /// Path and query as they stand in the request line.
  package var target: String {
    query.isEmpty ? path : path + "?" + FormEncoding.encode(query)
  }

  /// The address a transport dials.
  package var url: String { origin + target }

  /// The first query item called `name`.
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

/// One `name=value` of a query or a form.
package struct QueryItem: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
