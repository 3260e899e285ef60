import Essentials
import IdentityToolkit

package struct Tenant: Equatable, Sendable {
  package let id: String
  package let displayName: String?
}

extension Tenant {
  /// Reads the admin API's object; nil if it has no name.
  init?(_ object: JSONValue) {
    guard let id = object["name"]?.string?.split(separator: "/").last else { return nil }
    self.init(id: String(id), displayName: object["displayName"]?.string)
  }
}
