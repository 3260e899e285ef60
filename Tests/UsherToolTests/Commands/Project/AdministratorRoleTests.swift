import HTTP
import IdentityToolkit
import Testing

@testable import AuthClient
@testable import AuthServer

/// The role that a refusal of a project names, beside the table by which the local server refuses.
struct AdministratorRoleTests {
  /// What administrators call of `AuthClient`.
  private static let calls: [any RPC.Type] = [
    BatchCreateAccounts.self, BatchDeleteAccounts.self, BatchGetAccounts.self, ChangeAccount.self,
    CreateAccount.self, CreateProviderConfig<OAuthIdpConfigs>.self, CreateSessionCookie.self,
    CreateTenant.self, DeleteProviderConfig<OAuthIdpConfigs>.self, DeleteTenant.self, GetProjectConfig.self,
    GetTenant.self, InitializeAuth.self, ListProviderConfigs<OAuthIdpConfigs>.self, ListTenants.self,
    QueryAccounts.self, UpdateProjectConfig.self, UpdateProviderConfig<OAuthIdpConfigs>.self,
    UpdateTenant.self,
  ]

  @Test(arguments: calls.indices) func itIsTheLeastThatAllowsTheCall(index: Int) throws {
    let rpc = Self.calls[index]
    let tenant = rpc.route.path.contains("{tenant}") ? "t-1" : nil
    let path = Endpoint.embedded.address(of: rpc.route, project: "my-app", tenant: tenant).path
    let route = try #require(Router.match(path, rpc.route.method)?.route)
    let permission = try #require(route.permission)
    let roles: [ServiceAccountRole] = [.authViewer, .authAdmin, .platformViewer, .platformAdmin]
    #expect(
      AdministratorRole(rpc).rawValue == roles.first { $0.permissions.contains(permission) }?.rawValue,
      "\(rpc)")
  }
}
