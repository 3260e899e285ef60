import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// Reports on completed links.
struct LinkReports {
  let asker: CommandAsker
  let link: ActionCodeURL

  private var person: Person { asker.person }

  func report(_ outcome: LinkCompletion.Outcome) throws -> Report<StepResult> {
    switch outcome {
    case .signIn(let progress):
      var report = try StepReports.of(asker) { try $0.finish(progress) }
      report.result.continueURL = link.continueAddress.map(LinkState.removed)
      return report
    case .passwordChanged(let email):
      let signIn = ["usher", "signin", "password"] + (email.map { ["--email", $0] } ?? [])
      return Report(
        .ok, result(email),
        lines: [
          email.map { "The password of \($0) is changed. Other sessions have ended." }
            ?? "The password is changed. Other sessions have ended."
        ],
        notes: person.next.lines("To sign in", signIn), isConfirmation: true)
    case .applied(let applied):
      person.tellOfSession(after: applied)
      return Report(.ok, result(applied.email), lines: [applied.sentence], isConfirmation: true)
    case .needsAddress, .needsNewPassword:
      throw UsageError.misuse("the link needs more input")
    }
  }

  private func result(_ email: String?) -> StepResult {
    StepResult(
      operation: link.operation.mode, email: Nullable(email),
      continueURL: link.continueAddress.map(LinkState.removed))
  }
}
