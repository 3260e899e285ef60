import IdentityToolkit

extension JSONValue {
  /// A tenant as answers show it: under both of its names, Google's and the emulator's, with what is off.
  static func tenant(_ config: JSONValue, named name: ProjectName) -> JSONValue {
    let id = name.tenant ?? ""
    var tenant: JSONValue = [
      "name": .string("projects/\(name.project)/tenants/\(id)"), "tenantId": .string(id),
      "allowPasswordSignup": false, "enableEmailLinkSignin": false, "enableAnonymousUser": false,
      "disableAuth": false, "mfaConfig": ["state": "DISABLED", "enabledProviders": []],
    ]
    for member in config.members ?? [] {
      guard let present = tenant[member.name]?.members, let own = member.value.members else {
        tenant[member.name] = member.value
        continue
      }
      tenant[member.name] = .object(present.filter { member.value[$0.name] == nil } + own)
    }
    return tenant
  }

  /// The same object without the names that the server alone gives a tenant.
  var withoutTenantID: JSONValue {
    guard let members else { return self }
    return .object(members.filter { !["name", "tenantId"].contains($0.name) })
  }
}
