import Flows

/// What the shell shows before a line: who is signed in and where, and how the last command ended.
struct ShellPrompt: Equatable {
  /// Nil where no user is signed in.
  var account: String?
  /// Where commands go; nil where that cannot be told.
  var place: String?
  var status: Int32 = 0

  /// The prompt, which leaves a third of a line of `columns` characters, at least, to be typed in.
  func text(columns: Int) -> String {
    let end = (status == 0 ? "" : "[\(status)] ") + "usher> "
    let room = columns * 2 / 3 - end.count - " () ".count
    guard let place, room >= 12 else { return end }
    let account = account ?? "not signed in"
    let shownAccount = account.cut(to: max(room - place.width, room / 2))
    return "\(shownAccount) (\(place.cut(to: room - shownAccount.width))) \(end)"
  }
}

extension ShellPrompt {
  /// What the state says, without asking the server.
  /// - Parameter place: of a run of its own, which says nothing aloud.
  init(at place: Place, _ state: StateAccess, _ given: GivenSession, status: Int32) {
    self.status = status
    // Whatever is wrong with them, the next command says it.
    guard let destination = try? place.destination(), let state = try? state.read(),
      let key = try? place.sessionKey(in: state)
    else { return }
    self.place = destination.name + (key.name == SessionKey.defaultName ? "" : ", " + key.name)
    account =
      if let variable = given.variable {
        (try? given.findOffline())?.saved.title ?? variable.rawValue
      } else {
        state[key]?.title
      }
  }
}

extension String {
  /// How many columns of a terminal it takes, at most.
  fileprivate var width: Int { reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }

  /// As much of it as `width` columns hold, with dots for the rest.
  fileprivate func cut(to width: Int) -> String {
    if self.width <= width { return self }
    var start = self
    while !start.isEmpty, start.width > width - 3 { start.removeLast() }
    return start + "..."
  }
}
