/// Where tokens, pending steps and app credentials belong: nothing saved here is ever sent elsewhere.
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

/// One person's place in a binding.
package struct SessionKey: Hashable, Sendable {
  package var binding: Binding
  package var name: String

  package static let defaultName = "default"

  package init(binding: Binding, name: String = defaultName) {
    self.binding = binding
    self.name = name
  }

  /// The file that is locked while this session's token is renewed.
  ///
  /// Two sessions that share a name by the hash's chance only wait for one another.
  package var lockName: String {
    let parts = [binding.profile, binding.endpoint, binding.project, binding.tenant ?? "", name]
    let hash = String(FNV1a.hash(parts.joined(separator: "\0").utf8), radix: 16)
    return "session-" + String(repeating: "0", count: 16 - hash.count) + hash + ".lock"
  }
}

/// The 64-bit FNV-1a hash: short, stable across runs, no secret.
enum FNV1a {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
