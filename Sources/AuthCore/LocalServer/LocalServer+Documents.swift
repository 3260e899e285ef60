package import Essentials
import HTTP
package import IdentityToolkit

extension LocalServer {
  /// What the service publishes at `route`, its keys say.
  package func document(_ route: RPCRoute) throws(AuthError) -> Data {
    try backend.document(route).body
  }
}
