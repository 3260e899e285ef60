import HTTP
package import IdentityToolkit

// The tenants of the project. The backend's own tenant does not matter.
extension LocalServerAdmin {
  /// Creates a tenant that allows every sign-in method and both second factors.
  package func createTenant(displayName: String) throws(AuthFailure) -> Tenant {
    let config: JSONValue = [
      "displayName": .string(displayName), "allowPasswordSignup": true, "enableEmailLinkSignin": true,
      "enableAnonymousUser": true,
      "mfaConfig": [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
      ],
    ]
    let answer = try backend.call(CreateTenant.self, config, asOwner: owner)
    guard let tenant = Tenant(answer) else { throw .malformedAnswer(status: 200, reason: "no tenant") }
    return tenant
  }

  /// Returns all tenants, in the order of the server.
  package func tenants() throws(AuthFailure) -> [Tenant] {
    var tenants: [Tenant] = []
    var page: String? = ""
    while let token = page {
      let query = [QueryItem("pageSize", "1000")] + (token.isEmpty ? [] : [QueryItem("pageToken", token)])
      let answer = try backend.call(ListTenants.self, .init(), asOwner: owner, query: query)
      tenants += (answer["tenants"]?.array ?? []).compactMap(Tenant.init)
      let next = answer["nextPageToken"]?.string
      page = next == token ? nil : next
    }
    return tenants
  }

  /// Returns an administrator of the same server for one tenant.
  package func tenant(_ id: String) -> LocalServerAdmin {
    var backend = backend
    backend.tenant = id
    return LocalServerAdmin(backend: backend, owner: owner)
  }

  /// Creates the tenant with this ID if it does not exist, with everything enabled.
  package func ensureTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(EnsureTenant.self, .init(), asOwner: owner, tenant: id)
  }

  /// Changes the backend's tenant. `config` has members of Google's tenant object.
  package func changeTenant(_ config: JSONValue) throws(AuthFailure) {
    let names = (config.members ?? []).map(\.name).joined(separator: ",")
    _ = try backend.call(
      UpdateTenant.self, config, asOwner: owner, tenant: backend.tenant,
      query: [QueryItem("updateMask", names)])
  }

  /// Deletes a tenant with its accounts and settings.
  package func deleteTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(DeleteTenant.self, .init(), asOwner: owner, tenant: id)
  }
}
