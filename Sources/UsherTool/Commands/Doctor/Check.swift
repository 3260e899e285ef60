import CommandKit
package import Essentials

/// The result of one check.
package struct Check: Codable, Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Codable, Sendable {
    case ok, warn, fail
  }

  var name: Name
  var verdict: Verdict
  var text: Text
  var hint: Text?
  /// The exit status of a run whose first failure is this check.
  var exit = ExitCode.ok

  /// What was checked, as results name it.
  package enum Name: String, CaseIterable, Codable, Sendable {
    case administrator, browser, clock, completions, configuration, connection, disk, dns, domain, domains,
      edition, endpoint, key
    case libraries, lock, methods, providers, proxy, regions, room, server, session, state, terminal, tls
    case testNumbers = "test numbers"

    /// The name for people. `HelpTexts` collects it.
    package var title: Text { Text(english: rawValue) }
  }

  private enum CodingKeys: CodingKey {
    case name, verdict, text, hint
  }

  static func ok(_ name: Name, _ text: Text) -> Check { Check(name: name, verdict: .ok, text: text) }

  static func warn(_ name: Name, _ text: Text, _ hint: Text? = nil) -> Check {
    Check(name: name, verdict: .warn, text: text, hint: hint)
  }

  static func fail(_ name: Name, _ exit: ExitCode, _ text: Text, _ hint: Text? = nil) -> Check {
    Check(name: name, verdict: .fail, text: text, hint: hint, exit: exit)
  }

  static func fail(_ name: Name, _ diagnosis: Diagnosis, at destination: Destination? = nil) -> Check {
    let told = diagnosis.told(at: destination)
    return fail(name, told.exit, told.message, told.hint?.text)
  }

  var lines: [Text] {
    let mark = verdict == .ok ? "ok  " : verdict.rawValue
    return [Text("\(mark) \(name.title): \(text)")] + (hint.map { [Text("     \($0)")] } ?? [])
  }
}

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
    let checks = Checkup(in: context, offline: offline, administrator).checks
    let failure = checks.first { $0.verdict == .fail }
    if let failure { context.output.exitStatus = failure.exit.rawValue }
    return Report(
      failure == nil ? .ok : .failed,
      Result(healthy: failure == nil, checks: checks), lines: checks.flatMap(\.lines))
  }
}
