package import Essentials
import HTTP
import IdentityToolkit

// The tenants of the project. The backend's own tenant does not matter.
extension ProjectAdministrator {
  /// Creates a tenant.
  ///
  /// At Google's service, no sign-in method is enabled at first. Elsewhere, all of them and both second factors are.
  package func createTenant(displayName: String) throws(AuthFailure) -> Tenant {
    var config: JSONValue = ["displayName": .string(displayName)]
    if backend.endpoint != .production {
      for name in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser"] {
        config[name] = true
      }
      config["mfaConfig"] = [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
      ]
    }
    let answer = try backend.call(CreateTenant.self, config, as: credential)
    guard let tenant = Tenant(answer) else { throw .malformedAnswer(status: 200, reason: "no tenant") }
    return tenant
  }

  /// Returns all tenants, in the order of the server.
  package func tenants() throws(AuthFailure) -> [Tenant] {
    try all { token throws(AuthFailure) in
      let query = [QueryItem("pageSize", "1000")] + (token.map { [QueryItem("pageToken", $0)] } ?? [])
      let answer = try backend.call(ListTenants.self, .init(), as: credential, query: query)
      return ((answer["tenants"]?.array ?? []).compactMap(Tenant.init), answer["nextPageToken"]?.string)
    }
  }

  /// Returns an administrator of one tenant of the project.
  package func tenant(_ id: String) -> ProjectAdministrator {
    var backend = backend
    backend.tenant = id
    return ProjectAdministrator(backend: backend, credential: credential)
  }

  /// Creates the tenant with this ID if it does not exist, with everything enabled.
  package func ensureTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(EnsureTenant.self, .init(), as: credential, tenant: id)
  }

  /// Changes the backend's tenant. `config` has members of Google's tenant object.
  package func changeTenant(_ config: JSONValue) throws(AuthFailure) {
    let names = (config.members ?? []).map(\.name).joined(separator: ",")
    _ = try backend.call(
      UpdateTenant.self, config, as: credential, tenant: backend.tenant,
      query: [QueryItem("updateMask", names)])
  }

  /// Deletes a tenant with its accounts and settings.
  package func deleteTenant(_ id: String) throws(AuthFailure) {
    _ = try backend.call(DeleteTenant.self, .init(), as: credential, tenant: id)
  }
}
