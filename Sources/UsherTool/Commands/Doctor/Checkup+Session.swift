import AuthClient
import Essentials
import Flows

// Checks of the session that commands use.

extension Checkup {
  mutating func lookAtSession() {
    look(at: .session) { checkup in
      let given = checkup.given
      if let variable = given.variable?.rawValue {
        guard let session = try given.findOffline() else { return .ok(.session, "given by \(variable)") }
        return .ok(.session, "\(session.saved.title), given by \(variable)")
      }
      let state = try checkup.state.read()
      let key = try checkup.place.sessionKey(in: state)
      return .ok(.session, state[key].map { "\($0.title), saved as \(key.name)" } ?? "no user is signed in")
    }
  }
}
