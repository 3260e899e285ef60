package import Essentials
import HTTP

/// The RPC that signs a custom token at this project's local server, as a service account of the project.
package enum CreateCustomToken: RPC {
  package static let route = RPCRoute(
    .localServer, .post, "usher/v1/projects/{project}:createCustomToken")

  package struct Request: Codable, Equatable, Sendable {
    package var uid: String?
    package var claims: JSONValue?

    package init(uid: String?, claims: JSONValue? = nil) {
      self.uid = uid
      self.claims = claims
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var token: String?

    package init(token: String?) {
      self.token = token
    }
  }
}
