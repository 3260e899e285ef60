import Essentials
import IdentityToolkit

extension JSONValue {
  /// The same value in the form that two documents are compared in.
  ///
  /// It does not have members with their defaults, and only the numbers of fictional numbers.
  var normalForm: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.compactMap { member in
          member.normalForm.map { Member(member.name, $0) }
        })
    case .array(let elements): .array(elements.map(\.normalForm))
    default: self
    }
  }

  /// The defaults that are not false, zero or empty.
  ///
  /// A feature that somebody disabled is the same as one that nobody enabled.
  fileprivate static let defaults: JSONValue = [
    // Of second factors. Google's guide has the five.
    "adjacentIntervals": 5, "state": "DISABLED",
    // Of the password policy.
    "maxPasswordLength": 4096, "minPasswordLength": 6, "passwordPolicyEnforcementState": "OFF",
    // Of reCAPTCHA.
    "emailPasswordEnforcementState": "OFF", "phoneEnforcementState": "OFF",
    // Of messages. `domain` is the kind of domain for links in apps: Firebase Dynamic Links do not exist any more.
    "defaultLocale": "en", "domain": "HOSTING_DOMAIN", "method": "DEFAULT",
  ]

  /// The names of parts that mean something even if they are empty.
  ///
  /// An empty `allowlistOnly` allows no region, and an empty `allowByDefault` allows all.
  fileprivate static let meaningfulParts = ["allowByDefault", "allowlistOnly", "totpProviderConfig"]

  /// The object `mfa` with the state that the service gives it.
  ///
  /// Google's guide enables authenticator apps without setting this state.
  fileprivate var withSecondFactorState: JSONValue {
    guard [nil, .null, "STATE_UNSPECIFIED"].contains(self["state"]),
      ProjectFeature.mfaTOTP.isEnabled(in: ["mfa": self], ofTenant: false)
    else { return self }
    var mfa = self
    mfa["state"] = "ENABLED"
    return mfa
  }
}

extension JSONValue.Member {
  /// The value in its normal form, or nil if it is the default.
  fileprivate var normalForm: JSONValue? {
    let normal = normalValue
    return isDefault(normal) ? .none : normal
  }

  private var normalValue: JSONValue {
    switch (name, value) {
    case ("testPhoneNumbers", .object(let numbers)): .array(numbers.map { .string($0.name) })
    case ("mfa", _), ("mfaConfig", _): value.withSecondFactorState.normalForm
    // A factor without a state is disabled.
    case ("providerConfigs", .array(let factors)):
      .array(factors.map(\.normalForm).filter { $0["state"] != nil })
    default: value.normalForm
    }
  }

  private func isDefault(_ value: JSONValue) -> Bool {
    switch value {
    case JSONValue.defaults[name], .null, false, "", []: true
    case .integer(0), .number(0): JSONValue.defaults[name] == nil
    case .string(let text): text.hasSuffix("_UNSPECIFIED")
    case .object([]): !JSONValue.meaningfulParts.contains(name)
    default: false
    }
  }
}
