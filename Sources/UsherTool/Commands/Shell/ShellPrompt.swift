import Flows

/// The shell's prompt: the user and the destination.
struct ShellPrompt: Equatable {
  /// Nil if no user is signed in.
  var account: String?
  /// The destination; nil if it cannot be determined.
  var place: String?

  /// Returns the prompt; it has at most 30 columns, and leaves at least a third of the line for typing.
  func text(columns: Int) -> String {
    let end = "usher> "
    let room = min(columns * 2 / 3, 30) - end.count - " () ".count
    guard let place, room >= 12 else { return end }
    let account = account ?? "not signed in"
    let shownAccount = account.cut(to: max(room - place.width, room / 2))
    return "\(shownAccount) (\(place.cut(to: room - shownAccount.width))) \(end)"
  }
}

extension ShellPrompt {
  /// Reads account and destination from the saved state, without a request.
  /// - Parameter place: A place whose messages are switched off.
  init(at place: Place, _ state: StateAccess, _ given: GivenSession) {
    // Ignore errors: the next command reports them.
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
  /// The maximum number of terminal columns that the text needs.
  fileprivate var width: Int { reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }

  /// Returns the text, cut to `width` columns and with dots at the end if it was cut.
  fileprivate func cut(to width: Int) -> String {
    if self.width <= width { return self }
    var start = self
    while !start.isEmpty, start.width > width - 3 { start.removeLast() }
    return start + "..."
  }
}
