import HTTP
import IdentityToolkit

extension Route {
  /// The routes of Google's service or Firebase's emulator that this server does not implement.
  ///
  /// They are listed so that the answer says this, and not that the address is wrong.
  static let unimplemented: [Route] = [
    missing(.clients, .identityToolkit, "v1/accounts:", "signInWithGameCenter issueSamlResponse"),
    missing(
      .clients, .googleAPIs, "identitytoolkit/v3/relyingparty/",
      "signInWithGameCenter signOutUser setProjectConfig"),
    missing(
      .owner, .identityToolkit, "v2/projects/{project}/",
      "tenants/{tenant}:getIamPolicy tenants/{tenant}:setIamPolicy "
        + "tenants/{tenant}:testIamPermissions"
    ).needing(.changeTenants),
  ].flatMap(\.self)

  /// - Parameter names: The last parts of the paths, separated by spaces.
  private static func missing(
    _ audience: Audience, _ service: ServiceHost, _ prefix: String, _ names: String
  ) -> [Route] {
    names.split(separator: " ").map { name in
      Route(.post, at: PathTemplate(service, prefix, String(name)), for: audience) { _ in
        throw ServerError.notImplemented
      }
    }
  }
}
