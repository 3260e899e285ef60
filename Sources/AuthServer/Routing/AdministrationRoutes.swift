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
    rpc(CreateSessionCookieOperation.self, for: .owner).needing(.changeAccounts).map { $0.withTenants() },
    rpc(GetProjectConfigOperation.self, for: .owner).needing(.readConfigs),
    rpc(UpdateProjectConfigOperation.self, for: .owner).needing(.changeConfigs),
    rpc(InitializeAuthOperation.self, for: .owner).needing(.changeConfigs),
    rpc(GetPasskeyConfigOperation.self, for: .owner).needing(.readConfigs).map { $0.withTenants() },
    rpc(UpdatePasskeyConfigOperation.self, for: .owner).needing(.changeConfigs).map { $0.withTenants() },
    rpc(ListDefaultSupportedIdpsOperation.self, for: .owner).needing(.readConfigs),
    rpc(CreateTenantOperation.self, for: .owner).needing(.changeTenants),
    rpc(ListTenantsOperation.self, for: .owner).needing(.readTenants),
    rpc(GetTenantOperation.self, for: .owner).needing(.readTenants),
    rpc(UpdateTenantOperation.self, for: .owner).needing(.changeTenants),
    rpc(DeleteTenantOperation.self, for: .owner).needing(.changeTenants),
    providers(OAuthIdpConfigs.self), providers(InboundSamlConfigs.self),
    providers(DefaultSupportedIdpConfigs.self),
  ].flatMap(\.self).map { $0.withAdminPath() }

  /// Returns the routes for the provider settings of one collection.
  private static func providers<Form: ProviderForm>(_ form: Form.Type) -> [Route] {
    [
      rpc(CreateProviderConfigOperation<Form>.self, for: .owner).needing(.changeConfigs),
      rpc(ListProviderConfigsOperation<Form>.self, for: .owner).needing(.readConfigs),
      rpc(GetProviderConfigOperation<Form>.self, for: .owner).needing(.readConfigs),
      rpc(UpdateProviderConfigOperation<Form>.self, for: .owner).needing(.changeConfigs),
      rpc(DeleteProviderConfigOperation<Form>.self, for: .owner).needing(.changeConfigs),
    ].flatMap(\.self).map { $0.withTenants() }
  }

  /// The routes for many accounts at a time.
  private static let bulk: [Route] = [
    rpc(BatchGetAccountsOperation.self, for: .owner, decode: { try .init(query: $0) }).needing(.readAccounts),
    [
      // The older route has a body.
      Route(
        .post, at: PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/downloadAccount"), for: .owner
      ) { call in
        let request = try JSONBody.decode(call.request.body) as BatchGetAccounts.Request
        let call = try CallTenant(call).settled(by: request)
        return .json(try BatchGetAccountsOperation(call: call).answer(request))
      }.needing(.readAccounts)
    ],
    rpc(BatchCreateAccountsOperation.self, for: .owner).needing(.changeAccounts).map {
      $0.taking(bodiesOf: 10 << 20)
    },
    rpc(BatchDeleteAccountsOperation.self, for: .owner).needing(.changeAccounts),
    rpc(QueryAccountsOperation.self, for: .owner).needing(.readAccounts).flatMap { route in
      [route, route.at(PathTemplate(.identityToolkit, "v1/projects/{project}:queryAccounts"))]
    },
  ].flatMap(\.self).map { $0.withTenants() }
}
