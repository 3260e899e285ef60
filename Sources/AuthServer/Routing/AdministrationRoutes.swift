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
    rpc(CreateSessionCookie.self, CreateSessionCookieOperation.self, for: .owner)
      .needing(.changeAccounts).map { $0.withTenants() },
    rpc(GetProjectConfig.self, GetProjectConfigOperation.self, for: .owner).needing(.readConfigs),
    rpc(UpdateProjectConfig.self, UpdateProjectConfigOperation.self, for: .owner).needing(.changeConfigs),
    rpc(InitializeAuth.self, InitializeAuthOperation.self, for: .owner).needing(.changeConfigs),
    rpc(GetPasskeyConfig.self, GetPasskeyConfigOperation.self, for: .owner)
      .needing(.readConfigs).map { $0.withTenants() },
    rpc(UpdatePasskeyConfig.self, UpdatePasskeyConfigOperation.self, for: .owner)
      .needing(.changeConfigs).map { $0.withTenants() },
    rpc(ListDefaultSupportedIdps.self, ListDefaultSupportedIdpsOperation.self, for: .owner)
      .needing(.readConfigs),
    rpc(CreateTenant.self, CreateTenantOperation.self, for: .owner).needing(.changeTenants),
    rpc(ListTenants.self, ListTenantsOperation.self, for: .owner).needing(.readTenants),
    rpc(GetTenant.self, GetTenantOperation.self, for: .owner).needing(.readTenants),
    rpc(UpdateTenant.self, UpdateTenantOperation.self, for: .owner).needing(.changeTenants),
    rpc(DeleteTenant.self, DeleteTenantOperation.self, for: .owner).needing(.changeTenants),
    providers(OAuthIdpConfigs.self), providers(InboundSamlConfigs.self),
    providers(DefaultSupportedIdpConfigs.self),
  ].flatMap(\.self).map { $0.withAdminPath() }

  /// Returns the routes for the provider settings of one collection.
  private static func providers<Form: ProviderForm>(_ form: Form.Type) -> [Route] {
    [
      rpc(CreateProviderConfig<Form>.self, CreateProviderConfigOperation<Form>.self, for: .owner)
        .needing(.changeConfigs),
      rpc(ListProviderConfigs<Form>.self, ListProviderConfigsOperation<Form>.self, for: .owner)
        .needing(.readConfigs),
      rpc(GetProviderConfig<Form>.self, GetProviderConfigOperation<Form>.self, for: .owner)
        .needing(.readConfigs),
      rpc(UpdateProviderConfig<Form>.self, UpdateProviderConfigOperation<Form>.self, for: .owner)
        .needing(.changeConfigs),
      rpc(DeleteProviderConfig<Form>.self, DeleteProviderConfigOperation<Form>.self, for: .owner)
        .needing(.changeConfigs),
    ].flatMap(\.self).map { $0.withTenants() }
  }

  /// The routes for many accounts at a time.
  private static let bulk: [Route] = [
    rpc(BatchGetAccounts.self, BatchGetAccountsOperation.self, for: .owner, decode: { try .init(query: $0) })
      .needing(.readAccounts),
    [
      // The older route has a body.
      Route(
        .post, at: PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/downloadAccount"), for: .owner
      ) { call in
        let request = try JSONBody.decode(call.request.body) as BatchGetAccounts.Request
        let call = try CallTenant(call: call).settled(by: request)
        return .json(try BatchGetAccountsOperation(call: call).answer(request))
      }.needing(.readAccounts)
    ],
    rpc(BatchCreateAccounts.self, BatchCreateAccountsOperation.self, for: .owner)
      .needing(.changeAccounts).map { $0.taking(bodiesOf: 10 << 20) },
    rpc(BatchDeleteAccounts.self, BatchDeleteAccountsOperation.self, for: .owner).needing(.changeAccounts),
    rpc(QueryAccounts.self, QueryAccountsOperation.self, for: .owner).needing(.readAccounts)
      .flatMap { [$0, $0.at(PathTemplate(.identityToolkit, "v1/projects/{project}:queryAccounts"))] },
  ].flatMap(\.self).map { $0.withTenants() }
}
