/// The session that commands use, and its source.
package struct ActiveSession {
  package var saved: SavedSession
  package var source: Source

  package enum Source: Equatable {
    case stored(SessionKey)
    /// The environment variable that contains the session, which is used and never saved.
    case environment(String)

    /// The environment variable that contains the session; nil for a saved session.
    package var variable: String? {
      if case .environment(let variable) = self { variable } else { nil }
    }

    package var name: String {
      switch self {
      case .stored(let key): key.name
      case .environment(let variable): variable
      }
    }
  }

  package init(saved: SavedSession, source: Source) {
    self.saved = saved
    self.source = source
  }
}
