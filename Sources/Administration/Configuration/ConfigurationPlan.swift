package import Essentials
import IdentityToolkit

/// The calls that give a project the configuration of a document.
package struct ConfigurationPlan: Equatable, Sendable {
  /// The calls, in order. A secret that nobody knows is not in them.
  package private(set) var steps: [Step] = []
  /// The paths of secrets that the project needs, and that neither the document nor the project has.
  ///
  /// A local server does not need those of providers.
  package private(set) var missing: [String] = []

  /// A call of the admin API. `print` and `dump` do not show its body, which can have secrets.
  package enum Step: Equatable, Sendable {
    /// Sets the values that the mask names. A null value becomes the default.
    case updateConfig(JSONValue, mask: [String])
    case createProvider(String, JSONValue)
    case updateProvider(String, JSONValue, mask: [String])
    case removeProvider(String)
  }

  /// Creates the plan.
  ///
  /// - Parameter present: The configuration of the project, from the admin API's answers.
  /// - Parameter wanted: The document. Parts that it does not have stay, and so do providers if it does not have any list
  ///   of them.
  package init(from present: ConfigurationDocument, to wanted: ConfigurationDocument) {
    let planning = Planning(present: present, wanted: wanted)
    steps = planning.configUpdate() + planning.providerSteps()
    missing = planning.missing().map { $0.joined(separator: ".") }.sorted()
  }
}

private struct Planning {
  private let present: ConfigurationDocument
  private let wanted: ConfigurationDocument
  private let changes: [ConfigurationChange]

  init(present: ConfigurationDocument, wanted: ConfigurationDocument) {
    self.present = present
    self.wanted = wanted
    changes = present.changes(to: wanted)
  }

  /// The parts that change as a whole.
  ///
  /// A field mask cannot name entries of maps and lists, and the others have values that are only valid together.
  private static let wholes = [
    "authorizedDomains", "blockingFunctions.triggers", "mfa", "mfaConfig", "passwordPolicyConfig",
    "signIn.phoneNumber.testPhoneNumbers", "smsRegionConfig", "testPhoneNumbers",
  ].map { $0.split(separator: ".").map(String.init) }

  func configUpdate() -> [ConfigurationPlan.Step] {
    let paths = changes.filter { $0.names[0] == "config" }.map { change in
      let path = Array(change.names.dropFirst())
      return Self.wholes.first { path.starts(with: $0) } ?? path
    }
    var mask: [String] = []
    var body: JSONValue = [:]
    for path in Set(paths).sorted(by: { $0.joined(separator: ".") < $1.joined(separator: ".") }) {
      var value = sent(wanted.config.value(at: path[...]), at: ["config"] + path)
      // Without the codes of new numbers, there can be nothing to change.
      if path.last == "testPhoneNumbers",
        value ?? [:] == presentValue(at: path) ?? [:]
      {
        continue
      }
      if path == ["authorizedDomains"] {
        let others = (value?.array ?? []).filter { !present.hostingDomains.contains($0.string ?? "") }
        value = .array(others + present.hostingDomains.map(JSONValue.string))
      }
      body.set(value ?? .null, at: path[...])
      mask.append(path.joined(separator: "."))
    }
    return mask.isEmpty ? [] : [.updateConfig(body, mask: mask)]
  }

  func providerSteps() -> [ConfigurationPlan.Step] {
    guard let old = present.providers, let new = wanted.providers else { return [] }
    let sorted = new.sorted { $0.key < $1.key }
    let created = sorted.filter { old[$0.key] == nil }.map { id, object in
      ConfigurationPlan.Step.createProvider(id, sentProvider(id, object))
    }
    let updated = sorted.compactMap { id, object -> ConfigurationPlan.Step? in
      let paths = changes.filter { $0.names.starts(with: ["providers", id]) && $0.names.count > 2 }
        .map { Array($0.names.dropFirst(2)) }
      guard old[id] != nil, !paths.isEmpty else { return nil }
      let object = sentProvider(id, object)
      var body: JSONValue = [:]
      for path in paths { body.set(object.value(at: path[...]) ?? .null, at: path[...]) }
      return .updateProvider(id, body, mask: paths.map { $0.joined(separator: ".") })
    }
    let removed = old.keys.filter { new[$0] == nil }.sorted().map(ConfigurationPlan.Step.removeProvider)
    return created + updated + removed
  }

  /// Returns a provider's object with the project's own page for SAML answers, unless it names another one.
  private func sentProvider(_ id: String, _ object: JSONValue) -> JSONValue {
    var object = sent(object, at: ["providers", id]) ?? [:]
    if id.hasPrefix("saml."), let project = present.project, object["spConfig"]?["callbackUri"] == nil {
      object.set(
        .string("https://\(project).firebaseapp.com/__/auth/handler"), at: ["spConfig", "callbackUri"])
    }
    return object
  }

  /// Returns a value of the document as it is sent.
  private func sent(_ value: JSONValue?, at path: [String]) -> JSONValue? {
    Self.filled(value, at: path) { path in
      // Codes are sent with all others, also if they stay.
      wanted.secretValues[path] ?? (SecretValues.isCode(path) ? present.secretValues[path] : .none)
    }
  }

  /// Returns a value of the project's configuration as the admin API answered it.
  private func presentValue(at path: [String]) -> JSONValue? {
    Self.filled(present.config.value(at: path[...]), at: ["config"] + path) { present.secretValues[$0] }
  }

  /// Returns `value` with the known secrets in their places, and without the others.
  private static func filled(
    _ value: JSONValue?, at path: [String], secret: ([String]) -> JSONValue?
  ) -> JSONValue? {
    if SecretValues.areAt(path) { return secret(path) }
    switch value {
    case nil, .null: return nil
    case .object(let members):
      return .object(
        members.compactMap { member in
          filled(member.value, at: path + [member.name], secret: secret).map {
            JSONValue.Member(member.name, $0)
          }
        })
    default: return value
    }
  }

  func missing() -> [[String]] {
    let unknown = wanted.secretPaths.filter { path in
      wanted.secretValues[path] == nil && present.secretValues[path] == nil
    }
    let created = (wanted.providers ?? [:]).filter { present.providers?[$0.key] == nil }
    let needed = created.filter { id, object in
      object["clientSecret"] == nil && Self.needsSecret(id, object)
    }
    return unknown + needed.map { ["providers", $0.key, "clientSecret"] }
  }

  /// Returns whether the service refuses a provider without a client secret.
  private static func needsSecret(_ id: String, _ object: JSONValue) -> Bool {
    if id.hasPrefix("oidc.") { return object["responseType"]?["code"] == true }
    return IdentityProvider.isWellKnown(id) && !["apple.com", "gc.apple.com"].contains(id)
  }
}

extension ConfigurationPlan.Step: CustomStringConvertible, CustomReflectable {
  package var description: String {
    switch self {
    case .updateConfig(_, let mask): "updateConfig(\(mask))"
    case .createProvider(let id, _): "createProvider(\(id))"
    case .updateProvider(let id, _, let mask): "updateProvider(\(id), \(mask))"
    case .removeProvider(let id): "removeProvider(\(id))"
    }
  }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
