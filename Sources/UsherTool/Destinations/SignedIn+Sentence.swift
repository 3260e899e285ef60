import Essentials
import Flows

extension SignedIn {
  /// Returns the message about a sign-in at `destination`.
  func sentence(at destination: Destination) -> String {
    let done = purpose.done(session.title, with: provider)
    let instead = replaced.map { ", instead of \($0.title)" } ?? ""
    return
      "\(done.prefix(1).asciiUppercased())\(done.dropFirst()) (uid \(session.uid), \(destination.spokenName))\(instead)."
  }
}
