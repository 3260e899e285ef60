/// The session that commands act as, and where it comes from.
package struct ActiveSession {
  package var saved: SavedSession
  package var source: Source

  package enum Source: Equatable {
    case stored(SessionKey)
    /// The variable that gives it: it is used and never saved.
    case environment(String)

    /// The variable that gives the session; nil for one that is saved here.
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
