import HTTP
import IdentityToolkit

extension Route {
  /// The routes for administrators, for a project or a tenant.
  static let administration: [Route] = [
    [
      signUp[0].forOwner(at: "v1/projects/{project}/accounts"),
      lookUp[0].forOwner(at: "v1/projects/{project}/accounts:lookup"),
      update[0].forOwner(at: "v1/projects/{project}/accounts:update"),
      sendOobCode[0].forOwner(at: "v1/projects/{project}/accounts:sendOobCode"),
      delete[0].forOwner(at: "v1/projects/{project}/accounts:delete"),
    ],
    bulk,
    rpc(CreateSessionCookieOperation.self, for: .owner).map { $0.withTenants() },
    rpc(GetProjectConfigOperation.self, for: .owner),
    rpc(UpdateProjectConfigOperation.self, for: .owner),
    rpc(InitializeAuthOperation.self, for: .owner),
    rpc(GetPasskeyConfigOperation.self, for: .owner).map { $0.withTenants() },
    rpc(UpdatePasskeyConfigOperation.self, for: .owner).map { $0.withTenants() },
    rpc(ListDefaultSupportedIdpsOperation.self, for: .owner),
    rpc(CreateTenantOperation.self, for: .owner),
    rpc(ListTenantsOperation.self, for: .owner),
    rpc(GetTenantOperation.self, for: .owner),
    rpc(UpdateTenantOperation.self, for: .owner),
    rpc(DeleteTenantOperation.self, for: .owner),
    providers(OAuthIdpConfigs.self), providers(InboundSamlConfigs.self),
    providers(DefaultSupportedIdpConfigs.self),
  ].flatMap(\.self).map { $0.withAdminPath() }

  /// Returns the routes for the provider settings of one collection.
  private static func providers<Form: ProviderForm>(_ form: Form.Type) -> [Route] {
    [
      rpc(CreateProviderConfigOperation<Form>.self, for: .owner),
      rpc(ListProviderConfigsOperation<Form>.self, for: .owner),
      rpc(GetProviderConfigOperation<Form>.self, for: .owner),
      rpc(UpdateProviderConfigOperation<Form>.self, for: .owner),
      rpc(DeleteProviderConfigOperation<Form>.self, for: .owner),
    ].flatMap(\.self).map { $0.withTenants() }
  }

  /// The routes for many accounts at a time.
  private static let bulk: [Route] = [
    rpc(BatchGetAccountsOperation.self, for: .owner, decode: { try .init(query: $0) }),
    [
      // The older route has a body.
      Route(
        .post, at: PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/downloadAccount"), for: .owner
      ) { call in
        let request = try JSONBody.decode(call.request.body) as BatchGetAccounts.Request
        let call = try CallTenant(call).settled(by: request)
        return .json(try BatchGetAccountsOperation(call: call).answer(request))
      }
    ],
    rpc(BatchCreateAccountsOperation.self, for: .owner).map { $0.taking(bodiesOf: 10 << 20) },
    rpc(BatchDeleteAccountsOperation.self, for: .owner),
    rpc(QueryAccountsOperation.self, for: .owner).flatMap { route in
      [route, route.at(PathTemplate(.identityToolkit, "v1/projects/{project}:queryAccounts"))]
    },
  ].flatMap(\.self).map { $0.withTenants() }
}
