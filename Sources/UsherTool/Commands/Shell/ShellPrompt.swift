import Essentials
import Flows

/// The shell's prompt: the user and the destination.
struct ShellPrompt: Equatable {
  /// Nil if no user is signed in.
  var account: String?
  /// The destination; nil if it cannot be determined.
  var place: String?

  /// Returns the prompt; it has at most 30 columns, and leaves at least a third of the line for typing.
  func text(columns: Int, in catalog: Catalog = .english) -> String {
    let end = "usher> "
    let room = min(columns * 2 / 3, 30) - end.count - " () ".count
    guard let place, room >= 12 else { return end }
    let account = account ?? Text("not signed in").in(catalog)
    let shownAccount = account.cut(to: max(room - LineWrapping.width(place), room / 2))
    return "\(shownAccount) (\(place.cut(to: room - LineWrapping.width(shownAccount)))) \(end)"
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
        (try? given.findOffline())?.saved.title.in(place.output.catalog) ?? variable.rawValue
      } else {
        state[key]?.title.in(place.output.catalog)
      }
  }
}
