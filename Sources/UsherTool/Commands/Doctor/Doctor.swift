import CommandKit

struct Doctor: ToolCommand, WorksUnconfigured {
  static let name = "doctor"
  static let abstract = "Check configuration, network and project for what keeps a sign-in from working."
  static let discussion = """
    Checks configuration, files, lock, endpoint, clock, key, the sign-in methods that the project enables, \
    browser, terminal and completions, and changes nothing. The result is printed whatever it is; the exit status is 0 \
    when nothing failed, else that of the first failure. A damaged configuration is one (78), and everything else is \
    then checked without it.
    """
  static let arguments: [Argument<Self>] = [
    .flag(\.offline, "offline", help: "Ask no server.")
  ]
  static let examples = [
    Example("usher doctor", "See what is wrong."),
    Example("usher doctor --offline --json", "Check this machine only, for a script."),
  ]

  var offline = false

  struct Result: CommandResult {
    var healthy: Bool
    var checks: [Check]
  }

  var asksServer: Bool { !offline }

  func report(in context: Context) throws -> Report<Result> {
    let checks = Checkup(
      context.world, context.settings, context.state, at: context.service, context.sessions.given,
      offline: offline
    ).checks
    let failure = checks.first { $0.verdict == .fail }
    if let failure { context.output.exitStatus = failure.exit.rawValue }
    return Report(
      failure == nil ? .ok : .failed,
      Result(healthy: failure == nil, checks: checks), lines: checks.flatMap(\.lines))
  }
}
