import AuthClient
import Essentials
import Flows

/// What people ask about a session, as `status` answers it: who, where, until when, what waits.
struct SessionBlock {
  /// Its name, or the variable that gives it.
  let session: String
  var isInUse = false
  /// Where it belongs.
  let place: Text
  var saved: SavedSession?
  var pending: [PendingStep] = []
  /// Whether nobody but the server knows whose it is.
  var isUnread = false

  func lines(at now: Date) -> [Text] {
    var rows: [(name: Text, value: Text)] = [
      (Text("Session"), isInUse ? "\(session) (in use)" : Text(verbatim: session)),
      (Text("Who"), owner), (Text("Where"), place),
    ]
    if let saved { rows.append((Text("Until"), end(of: saved, at: now))) }
    let steps = pending.map { $0.line(at: now, namingSession: false) }
    for (index, step) in (steps.isEmpty ? [Text("nothing")] : steps).enumerated() {
      rows.append((index == 0 ? Text("Waiting") : "", step))
    }
    return Text.rows(rows)
  }

  private var owner: Text {
    if let saved { return Text("\(saved.fullTitle) (uid \(saved.uid))") }
    return isUnread ? "only the server knows" : "no user is signed in"
  }

  private func end(of session: SavedSession, at now: Date) -> Text {
    if session.tokens.refreshToken != nil { return "you sign out (usher renews the token when needed)" }
    let time = session.tokens.expiresAt.timeOfDay(asOf: now)
    return session.tokens.isValid(at: now, for: 0) ? Text(verbatim: time) : "expired at \(time)"
  }
}

extension SessionBlock {
  /// The session that a variable gives.
  init(of variable: GivenSession.Variable, _ saved: SavedSession?, at destination: Destination) {
    self.init(
      session: variable.rawValue, isInUse: true, place: destination.description, saved: saved,
      isUnread: saved == nil)
  }

  /// The sessions and steps that are saved under `binding`, by name, with the one in use even if nobody is signed in.
  /// - Parameter destination: where this run goes, if that is there.
  static func all(
    in binding: Binding, _ state: SavedState, using key: SessionKey?, where destination: Destination?
  ) -> [SessionBlock] {
    let steps = state.pending(in: binding)
    var names = Set(state[binding].sessions.keys).union(steps.map(\.session))
    if let key, key.binding == binding { names.insert(key.name) }
    return names.sorted().map { name in
      SessionBlock(
        session: name, isInUse: binding.session(name) == key,
        place: destination?.description ?? binding.spoken, saved: state[binding].sessions[name],
        pending: steps.filter { $0.session == name })
    }
  }
}

extension Destination {
  /// For people, with what led here.
  fileprivate var description: Text {
    Text("\(binding.spoken) (\(source.explanation))")
  }
}

extension Binding {
  /// For people.
  var spoken: Text {
    let server = endpoint == "local" ? "local server" : Text(verbatim: endpoint)
    let place = Text("\(server), \(Text("project \(project)"))")
    return tenant.map { Text("\(place), \(Text("tenant \($0)"))") } ?? place
  }
}
