package import AuthClient
import Essentials

/// Everything that the tool saves: profiles, sessions and pending steps.
///
/// New features add optional members. Only a change that an older version would misread raises `version`.
package struct SavedState: Equatable, Sendable {
  package static let version = 1

  package var profiles: [String: SavedProfile] = [:]
  /// The profile that `init` or `profile use` selected.
  package var selectedProfile: String?
  /// The names of one-time tips that were already shown.
  package var advised: Set<String> = []
  /// The number of the newest pending step, even if that step is gone.
  package internal(set) var lastPending = 0

  package init() {}

  /// All bindings with saved data, in the order of the profiles.
  package var bindings: [Binding] {
    profiles.sorted { $0.key < $1.key }.flatMap { name, profile in
      profile.bindings.map {
        Binding(profile: name, endpoint: $0.endpoint, project: $0.project, tenant: $0.tenant)
      }
    }
  }

  /// Returns the project of the latest session or pending step of `profile` at `endpoint`.
  package func latestProject(at endpoint: String, of profile: String) -> String? {
    let saved = profiles[profile]?.bindings.filter { $0.endpoint == endpoint } ?? []
    return saved.max { $0.latestUse < $1.latestUse }?.project
  }

  /// The names of the saved sessions' locks.
  var lockNames: Set<String> {
    Set(bindings.flatMap { binding in self[binding].sessions.keys.map { binding.session($0).lockName } })
  }

  /// The saved data of `binding`, which is empty at first. Empty data is removed.
  package subscript(binding: Binding) -> SavedBinding {
    get {
      profiles[binding.profile]?.bindings.first { $0.belongs(to: binding) } ?? SavedBinding(binding)
    }
    set {
      precondition(newValue.belongs(to: binding), "one binding's tokens must not become another's")
      var profile = profiles[binding.profile] ?? SavedProfile()
      let index = profile.bindings.firstIndex { $0.belongs(to: binding) }
      switch (index, newValue.isEmpty) {
      case (let index?, false): profile.bindings[index] = newValue
      case (let index?, true): profile.bindings.remove(at: index)
      case (nil, false): profile.bindings.append(newValue)
      case (nil, true): break
      }
      // A profile without settings exists only while it has saved data.
      profiles[binding.profile] = profile == SavedProfile() ? nil : profile
    }
  }

  package subscript(session: SessionKey) -> SavedSession? {
    get { self[session.binding].sessions[session.name] }
    set { self[session.binding].sessions[session.name] = newValue }
  }

  /// Removes a session. If it was the session in use, none is in use then.
  package mutating func end(_ session: SessionKey) {
    self[session] = nil
    if self[session.binding].currentSession == session.name { self[session.binding].currentSession = nil }
  }

  /// Replaces a session, or ends it with nil, only if nothing happened to it since `user`. Returns whether it did.
  ///
  /// A renewal takes time. A sign-out or another sign-in in the meantime must win.
  @discardableResult
  package mutating func replace(
    _ session: SessionKey, since user: UserRecord?, with replacement: SavedSession?
  ) -> Bool {
    guard user?.tokens.refreshToken != nil, Meanwhile(self[session]?.user, since: user) == .nothing else {
      return false
    }
    self[session] = replacement
    return true
  }
}

extension SavedState: Codable {
  /// A newer version wrote the state.
  struct NewerVersion: Error {
    let version: Int
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    let version = try fields.decode(Int.self, forKey: "version")
    // The version is checked first, because a newer one may have other members.
    guard version <= Self.version else { throw NewerVersion(version: version) }
    guard version == Self.version else { throw Self.invalid("version", in: fields) }
    profiles = try fields.decode([String: SavedProfile].self, forKey: "profiles")
    advised = try fields.decodeIfPresent([String].self, forKey: "advised").map(Set.init) ?? []
    selectedProfile = try fields.decodeIfPresent(String.self, forKey: "selected_profile")
    lastPending = try fields.decode(Int.self, forKey: "last_pending")
    guard lastPending == 0 || PendingID.numbers.contains(lastPending) else {
      throw Self.invalid("last_pending", in: fields)
    }
    // If the file was edited by hand, no ID must be used twice.
    lastPending = bindings.flatMap { self[$0].pending }.map(\.id.number).reduce(lastPending, max)
  }

  private static func invalid(
    _ key: JSONKey, in fields: KeyedDecodingContainer<JSONKey>
  ) -> DecodingError {
    .dataCorruptedError(forKey: key, in: fields, debugDescription: "")
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: JSONKey.self)
    try fields.encode(Self.version, forKey: "version")
    try fields.encode(profiles, forKey: "profiles")
    if !advised.isEmpty { try fields.encode(advised.sorted(), forKey: "advised") }
    try fields.encodeIfPresent(selectedProfile, forKey: "selected_profile")
    try fields.encode(lastPending, forKey: "last_pending")
  }
}
