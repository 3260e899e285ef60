import IdentityToolkit

extension Call {
  /// Returns a tenant in the form that administrators read, with both of its names, Google's and the emulator's.
  ///
  /// The emulator also includes disabled features.
  func answered(_ config: JSONValue, of name: ProjectName) -> JSONValue {
    let id = name.tenant ?? ""
    var tenant: JSONValue = [
      "name": .string("projects/\(name.project)/tenants/\(id)"), "tenantId": .string(id),
    ]
    if saysWhatIsOff || !policy.serviceAnswers {
      for name in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth"] {
        tenant[name] = false
      }
      tenant["mfaConfig"] = ["state": "DISABLED", "enabledProviders": []]
    }
    for member in (saysWhatIsOff ? config : config.withoutDefaults).members ?? [] {
      guard let present = tenant[member.name]?.members, let own = member.value.members else {
        tenant[member.name] = member.value
        continue
      }
      tenant[member.name] = .object(present.filter { member.value[$0.name] == nil } + own)
    }
    tenant.sayStates(ofSecondFactors: "mfaConfig")
    return tenant
  }
}

extension JSONValue {
  /// The same object without the names that only the server assigns.
  var withoutTenantID: JSONValue {
    guard let members else { return self }
    return .object(members.filter { !["name", "tenantId"].contains($0.name) })
  }
}
