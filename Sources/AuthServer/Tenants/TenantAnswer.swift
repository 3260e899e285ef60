import Essentials
import IdentityToolkit

extension Call {
  /// Returns a tenant in the form that administrators read.
  ///
  /// The emulator includes disabled features, and the ID once more.
  func answered(_ config: JSONValue, of name: ProjectName) -> JSONValue {
    let id = name.tenant ?? ""
    let project = policy.dialect.namesProjectsByNumber ? ProjectNumber(of: name.project).text : name.project
    var tenant: JSONValue = ["name": .string("projects/\(project)/tenants/\(id)")]
    if policy.dialect.answersInheritance {
      tenant["inheritance"] = [:]
    } else {
      tenant["tenantId"] = .string(id)
    }
    if saysWhatIsOff || policy.dialect.saysWhatIsOff {
      for name in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth"] {
        tenant[name] = false
      }
      tenant["mfaConfig"] = ["state": "DISABLED", "enabledProviders": []]
    }
    for member in answeredMembers(of: config) {
      guard let present = tenant[member.name]?.members, let own = member.value.members else {
        tenant[member.name] = member.value
        continue
      }
      tenant[member.name] = .object(present.filter { member.value[$0.name] == nil } + own)
    }
    tenant.sayStates(ofSecondFactors: "mfaConfig", under: policy)
    return tenant
  }

  private func answeredMembers(of config: JSONValue) -> [JSONValue.Member] {
    if saysWhatIsOff { return config.members ?? [] }
    guard policy.dialect.leavesOutDefaults else { return config.withoutDefaults.members ?? [] }
    let members = config.withoutDefaults.withoutEmptyLists.members ?? []
    return members.filter { $0.name != "autodeleteAnonymousUsers" }
  }
}

extension JSONValue {
  /// The same object without the names that only the server assigns.
  var withoutTenantID: JSONValue {
    guard let members else { return self }
    return .object(members.filter { !["name", "tenantId"].contains($0.name) })
  }

  /// Returns the tenant with its switches as Booleans, where words stand for them.
  ///
  /// The words are those of Google's parser of JSON. Another one is refused like every wrong value.
  func withSwitches(under policy: Policy) -> JSONValue {
    guard policy.dialect.readsWordsAsSwitches else { return self }
    var tenant = self
    for name in ["allowPasswordSignup", "disableAuth", "enableAnonymousUser", "enableEmailLinkSignin"] {
      switch tenant[name]?.string?.asciiLowercased() {
      case "true", "t", "yes", "y", "1": tenant[name] = true
      case "false", "f", "no", "n", "0": tenant[name] = false
      default: continue
      }
    }
    return tenant
  }
}
