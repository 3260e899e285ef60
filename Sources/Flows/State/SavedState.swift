import AuthClient

/// Everything the tool remembers: profiles, sessions, pending steps.
///
/// Later features add optional fields; only a change that would mislead an older build raises `version`.
package struct SavedState: Equatable, Sendable {
  package static let version = 1

  package var profiles: [String: SavedProfile] = [:]
  /// The profile that `init` or `profile use` chose.
  package var selectedProfile: String?
  /// Advice that is given once, by name, as far as it was.
  package var advised: Set<String> = []
  /// The number of the newest pending step there ever was.
  package internal(set) var lastPending = 0

  package init() {}

  /// Every binding that something is saved for, by profile.
  package var bindings: [Binding] {
    profiles.sorted { $0.key < $1.key }.flatMap { name, profile in
      profile.bindings.map {
        Binding(profile: name, endpoint: $0.endpoint, project: $0.project, tenant: $0.tenant)
      }
    }
  }

  /// The project that a session or a pending step of `profile` was saved for last at `endpoint`.
  package func latestProject(at endpoint: String, of profile: String) -> String? {
    let saved = profiles[profile]?.bindings.filter { $0.endpoint == endpoint } ?? []
    return saved.max { $0.latestUse < $1.latestUse }?.project
  }

  /// The locks of the sessions that are saved.
  var lockNames: Set<String> {
    Set(bindings.flatMap { binding in self[binding].sessions.keys.map { binding.session($0).lockName } })
  }

  /// What is saved for `binding`, empty at first. What becomes empty is forgotten.
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
      // A profile without settings exists only for what is saved under it.
      profiles[binding.profile] = profile == SavedProfile() ? nil : profile
    }
  }

  package subscript(session: SessionKey) -> SavedSession? {
    get { self[session.binding].sessions[session.name] }
    set { self[session.binding].sessions[session.name] = newValue }
  }

  /// Forgets a session, and that it is the one in use.
  package mutating func end(_ session: SessionKey) {
    self[session] = nil
    if self[session.binding].currentSession == session.name { self[session.binding].currentSession = nil }
  }

  /// Changes or, with nil, ends a session only if it still holds `refreshToken`; says whether it did.
  ///
  /// Renewal takes time: a sign-out or another sign-in meanwhile must win.
  @discardableResult
  package mutating func replace(
    _ session: SessionKey, holding refreshToken: String?, with replacement: SavedSession?
  ) -> Bool {
    guard let refreshToken, self[session]?.tokens.refreshToken == refreshToken else { return false }
    self[session] = replacement
    return true
  }
}
