import Essentials
import HTTP
import IdentityToolkit

/// The check of what a caller may do on a route as an administrator.
struct AdministratorCheck: Sendable {
  let call: Call
  let route: Route

  /// Returns the caller's permissions in the call's project.
  ///
  /// - Throws: `ServerError` if an access token does not allow the call.
  func permissions() throws -> Set<Permission> {
    switch call.caller {
    case .client: []
    case .owner: Set(Permission.allCases)
    case .principal(let token): try permissions(of: token)
    }
  }

  private func permissions(of token: AccessToken) throws -> Set<Permission> {
    // Other routes are for callers without any token, or for the owner.
    guard route.audience == .owner || route.audience == .clients else { return [] }
    let host = route.path.host
    guard !Self.scopes(at: host).isDisjoint(with: token.scopes) else {
      throw ServerError.insufficientScopes(at: host)
    }
    if let payer = call.request.headers["x-goog-user-project"], !isProject(payer) {
      throw ServerError.deniedProject(payer.clipped(to: 128), at: host)
    }
    guard token.project == call.project else { throw ServerError.missingPermission }
    let settings = try call.withoutTenant.projectSettings()
    var permissions = settings.permissions(of: token.principal)
    if token.isOfWorkload {
      permissions.formUnion(ServiceAccountRole.ofWorkloads.permissions)
    } else if settings.customTokenSigners[token.principal] == nil {
      throw ServerError.removedServiceAccount
    }
    let isAllowed = route.permission.map(permissions.contains) ?? (route.audience == .clients)
    guard isAllowed else {
      throw host == .iamCredentials ? ServerError.deniedImpersonation : .missingPermission
    }
    return permissions
  }

  /// Returns the OAuth scopes of which the service on `host` needs one.
  private static func scopes(at host: ServiceHost) -> Set<String> {
    let names =
      host == .iamCredentials
      ? ["cloud-platform", "iam"] : ["cloud-platform", "firebase", "identitytoolkit"]
    return Set(names.map { "https://www.googleapis.com/auth/" + $0 })
  }

  /// Returns whether `name` is the ID or the number of the call's project.
  private func isProject(_ name: String) -> Bool {
    name.hasBytes(of: call.project) || name == ProjectNumber(of: call.project).text
  }
}
