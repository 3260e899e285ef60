import Essentials
import PrivateFiles

/// The name of a session, within a binding.
package struct SessionKey: Hashable, Sendable {
  package var binding: Binding
  package var name: String

  package static let defaultName = "default"

  /// The file that is locked during a renewal of the session's token.
  ///
  /// Two sessions may have the same name by chance, because it is a hash. Then one only waits for the other.
  package var lockName: String {
    let parts = [binding.profile, binding.endpoint, binding.project, binding.tenant ?? "", name]
    let hash = String(FNV1a.hash(parts.joined(separator: "\0").utf8), radix: 16)
    return Self.lockPrefix + String(repeating: "0", count: 16 - hash.count) + hash + Self.lockSuffix
  }

  private static let lockPrefix = "session-"
  private static let lockSuffix = ".lock"

  /// Returns those of `names` that are locks of sessions and not among `kept`.
  static func locks(in names: [String], except kept: Set<String>) -> [String] {
    names.filter { $0.hasPrefix(lockPrefix) && $0.hasSuffix(lockSuffix) && !kept.contains($0) }
  }
}

/// The place that issued tokens, pending steps and app credentials. They are never sent anywhere else.
package struct Binding: Hashable, Sendable {
  package var profile: String
  /// `local`, `production` or a URL.
  package var endpoint: String
  package var project: String
  package var tenant: String?

  package init(profile: String, endpoint: String, project: String, tenant: String? = nil) {
    self.profile = profile
    self.endpoint = endpoint
    self.project = project
    self.tenant = tenant
  }

  package func session(_ name: String = SessionKey.defaultName) -> SessionKey {
    SessionKey(binding: self, name: name)
  }
}
