import AuthClient
import Essentials
import IdentityToolkit
import TerminalIO

/// What the project says of second factors, to somebody who signed in without one: they are demanded, may be
/// added, or there are none.
///
/// Clients of Google's service cannot see that setting; only local servers tell.
struct EnrollmentOffer {
  let context: Context
  let session: SavedSession
  /// Whether the account was made just now: only then is what may be skipped asked about.
  let isSignUp: Bool

  /// Goes on with the enrolment where it is demanded or wished; `report` otherwise.
  func answer(insteadOf report: Report<StepResult>) throws -> Report<StepResult> {
    guard session.account.factors.isEmpty,
      !["phone", "anonymous", "custom"].contains(session.signInProvider),
      let state = try mfaState()
    else { return report }
    switch state {
    case "MANDATORY":
      guard context.isInteractive, context.keepsState else {
        context.warn("this project demands a second factor; add one with: usher mfa enroll")
        return report
      }
      for line in report.lines { context.terminal.say(line) }
      context.terminal.say("This project demands a second factor.")
      return try MFAEnroll().report(in: context)
    case "ENABLED" where isSignUp && context.isInteractive && context.keepsState:
      for line in report.lines { context.terminal.say(line) }
      guard try context.terminal.confirm("Add a second factor now?", within: context.waitLimit) else {
        return Report(report.status, report.result)
      }
      return try MFAEnroll().report(in: context)
    default: return report
    }
  }

  /// Asked with the well-known owner's token: a secret one is for `local` commands, which name what they do.
  private func mfaState() throws -> String? {
    guard try context.destination().endpoint.isLocal else { return nil }
    return try? LocalServer(backend: try context.backend()).projectConfig()["mfa"]?["state"]?.string
  }
}
