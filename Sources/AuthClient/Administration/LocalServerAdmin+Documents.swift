package import Essentials
import HTTP
package import IdentityToolkit

extension LocalServerAdmin {
  /// What the service publishes at `route`, its keys say.
  package func document(_ route: RPCRoute) throws(AuthFailure) -> Data {
    try backend.document(route).body
  }
}
