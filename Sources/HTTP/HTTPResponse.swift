package import Essentials

/// An answer with its complete body.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  package var headers: HTTPHeaders
  package var body: Data

  package init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
