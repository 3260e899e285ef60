import CommandKit
import Flows

extension Diagnosis {
  /// A variable says who is signed in.
  init(_ problem: SessionShadowed) {
    self.init(
      .sessionGiven,
      "\(problem.variable) says who is signed in, so another session here would not be used",
      hint: "unset \(problem.variable), or name a session with --as NAME")
  }
}
