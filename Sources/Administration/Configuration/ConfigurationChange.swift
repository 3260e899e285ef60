package import Essentials

/// A value that differs between two documents.
package struct ConfigurationChange: Equatable, Sendable {
  /// The names on the way to the value: `config` or `providers` first.
  package let names: [String]
  /// The values in the two documents, or nil where there is none.
  ///
  /// Both are nil for a secret. Of fictional numbers, they are the lists of the numbers.
  package let before: JSONValue?
  package let after: JSONValue?

  package init(_ names: [String], before: JSONValue?, after: JSONValue?) {
    self.names = names
    self.before = before
    self.after = after
  }

  /// The path of the value, for example `config.signIn.phoneNumber.enabled`.
  package var path: String { names.joined(separator: ".") }

  /// The elements that only the second list has.
  package var added: [JSONValue] { elements(of: after, missingIn: before) }

  /// The elements that only the first list has.
  package var removed: [JSONValue] { elements(of: before, missingIn: after) }

  private func elements(of list: JSONValue?, missingIn other: JSONValue?) -> [JSONValue] {
    (list?.array ?? []).filter { other?.array?.contains($0) != true }
  }
}

extension ConfigurationDocument {
  /// Returns the differences to another document, sorted by path.
  ///
  /// A part that only one of the two has is no difference, and neither is a secret that only one of them knows.
  /// Hosting domains of one of the two projects are left out.
  package func changes(to other: ConfigurationDocument) -> [ConfigurationChange] {
    let own = Set(hostingDomains + other.hostingDomains)
    let (old, new) = (config.without(domains: own), other.config.without(domains: own))
    var changes: [ConfigurationChange] = []
    for part in old.members ?? [] {
      guard let value = new[part.name] else { continue }
      let names = ["config", part.name]
      changes += Self.changes(
        from: (old.normalForm[part.name], part.value), to: (new.normalForm[part.name], value), at: names)
    }
    if let providers, let others = other.providers {
      for id in Set(providers.keys).union(others.keys) {
        let names = ["providers", id]
        guard let old = providers[id], let new = others[id] else {
          changes.append(ConfigurationChange(names, before: providers[id], after: others[id]))
          continue
        }
        changes += Self.changes(from: (old.normalForm, old), to: (new.normalForm, new), at: names)
      }
    }
    return (changes + changesOfSecrets(to: other)).sorted { $0.path < $1.path }
  }

  /// A value in its normal form, and as it was written.
  private typealias Value = (normal: JSONValue?, written: JSONValue?)

  /// Returns the changes from one value to another: of each value in them, if they are objects.
  private static func changes(
    from old: Value, to new: Value, at names: [String]
  ) -> [ConfigurationChange] {
    guard old.normal != new.normal else { return [] }
    let members = (old.normal?.members ?? []) + (new.normal?.members ?? [])
    guard (old.normal ?? [:]).members != nil, (new.normal ?? [:]).members != nil, !members.isEmpty else {
      return [ConfigurationChange(names, before: shown(old), after: shown(new))]
    }
    return Set(members.map(\.name)).flatMap { name in
      changes(
        from: (old.normal?[name], old.written?[name]), to: (new.normal?[name], new.written?[name]),
        at: names + [name])
    }
  }

  /// Returns a value as people see it: also a default, if it was written.
  private static func shown(_ value: Value) -> JSONValue? {
    if let normal = value.normal { return normal }
    return value.written == .null || value.written?.members != nil ? nil : value.written
  }

  /// Returns the changes of secrets that both know, and of those that only the other one has.
  private func changesOfSecrets(to other: ConfigurationDocument) -> [ConfigurationChange] {
    let places = Set(secretPaths)
    return other.secretPaths.filter { path in
      guard let new = other.secretValues[path] else { return false }
      guard let old = secretValues[path] else {
        return !places.contains(path) && hasOwner(of: path) && !SecretValues.isCode(path)
      }
      return old != new
    }.map { ConfigurationChange($0, before: nil, after: nil) }
  }

  /// Returns whether the document has the part or the provider of the secret at `path`.
  private func hasOwner(of path: [String]) -> Bool {
    path[0] == "config" ? config[path[1]] != nil : providers?[path[1]] != nil
  }
}

extension JSONValue {
  /// The configuration without authorized domains that are in `domains`.
  fileprivate func without(domains: Set<String>) -> JSONValue {
    guard let all = self["authorizedDomains"]?.array else { return self }
    var config = self
    config["authorizedDomains"] = .array(all.filter { !domains.contains($0.string ?? "") })
    return config
  }
}
