import HTTP
import IdentityToolkit

/// The IAM role that an administrator's call needs.
package enum AdministratorRole: String, Sendable {
  /// To read accounts and the configuration.
  case viewer = "roles/firebaseauth.viewer"
  /// To change them.
  case admin = "roles/firebaseauth.admin"
  /// To read tenants.
  case tenantViewer = "roles/identityplatform.viewer"
  /// To change tenants.
  case tenantAdmin = "roles/identityplatform.admin"

  init(_ rpc: any RPC.Type) {
    self =
      if rpc.route.path.contains("/tenants") {
        rpc.route.method == .get ? .tenantViewer : .tenantAdmin
      } else if rpc.route.method == .get || rpc == QueryAccounts.self {
        .viewer
      } else {
        .admin
      }
  }
}
