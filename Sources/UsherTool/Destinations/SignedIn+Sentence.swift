import AuthClient
import Essentials
import Flows

extension SignedIn {
  /// Returns the message about a sign-in at `destination`.
  func sentence(at destination: Destination) -> Text {
    let place = Text("(uid \(session.uid), \(destination.spokenName))")
    return replaced.map { "\(done) \(place), instead of \($0.title)." } ?? Text("\(done) \(place).")
  }

  private var done: Text {
    let name = session.title
    return switch purpose {
    case .signIn: "Signed in as \(name)"
    case .link:
      provider.map { "Linked \(Diagnosis.spoken(provider: $0)) to \(name)" }
        ?? "Linked a sign-in provider to \(name)"
    case .update: "Changed the number to \(name)"
    case .reauthenticate: "Re-authenticated as \(name)"
    }
  }
}
