import CommandKit
import Essentials

struct Doctor: ToolCommand {
  static let name = "doctor"
  static let worksUnconfigured = true
  static let abstract: Text = "Diagnose sign-in problems on this machine and at the server."
  static let discussion = """
    It checks configuration, files, lock, endpoint, clock, key, enabled sign-in methods, browser, terminal and \
    completions. With an administrator's credential, it also checks the settings of a project at Google. It \
    changes nothing. The exit status is 0 if nothing failed, or that of the first failure. \
    usher prints the result in any case.
    """
  static let manual = """
    A damaged configuration is a failure, too (78). usher then checks everything else without it.

      usher doctor --offline --json
    """
  static let arguments: [Argument<Self>] =
    [.flag(\.offline, "offline", help: "Do not ask any server.")] + Argument.set(\.administrator)
  static let examples = [
    Example("usher doctor", "See what is wrong."),
    Example("usher doctor --offline --json", "Check this machine only, for a script."),
  ]

  var offline = false
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var healthy: Bool
    var checks: [Check]
  }

  var asksServer: Bool { !offline }

  func report(in context: Context) throws -> Report<Result> {
    let checks = Checkup(
      context.world, context.settings, context.state, at: context.service, context.sessions.given,
      context.next, context.output, offline: offline, administrator
    ).checks
    let failure = checks.first { $0.verdict == .fail }
    if let failure { context.output.exitStatus = failure.exit.rawValue }
    return Report(
      failure == nil ? .ok : .failed,
      Result(healthy: failure == nil, checks: checks), lines: checks.flatMap(\.lines))
  }
}
