import HTTP
package import IdentityToolkit

// The tenants of the project, whichever of them the backend has.
extension LocalServerAdmin {
  /// Makes a tenant with every sign-in method and both second factors enabled.
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

  /// All of them, by their ids.
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

  /// The same server, looked into for one tenant.
  package func tenant(_ id: String) -> LocalServerAdmin {
    var backend = backend
    backend.tenant = id
    return LocalServerAdmin(backend: backend, owner: owner)
  }

  /// Makes the tenant of that id where there is none yet, with everything enabled.
  package func ensureTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(EnsureTenant.self, .init(), asOwner: owner, tenant: id)
  }

  /// Gives the tenant that is looked into what `config` has of Google's tenant object.
  package func changeTenant(_ config: JSONValue) throws(AuthFailure) {
    let names = (config.members ?? []).map(\.name).joined(separator: ",")
    _ = try backend.call(
      UpdateTenant.self, config, asOwner: owner, tenant: backend.tenant,
      query: [QueryItem("updateMask", names)])
  }

  /// Deletes a tenant and all that is in it.
  package func deleteTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(DeleteTenant.self, .init(), asOwner: owner, tenant: id)
  }
}
