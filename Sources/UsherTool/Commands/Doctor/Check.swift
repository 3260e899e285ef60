import CommandKit
import Essentials

/// The result of one check.
struct Check: Codable, Equatable, Sendable {
  enum Verdict: String, CaseIterable, Codable, Sendable {
    case ok, warn, fail
  }

  var name: String
  var verdict: Verdict
  var text: Text
  var hint: Text?
  /// The exit status of a run whose first failure is this check.
  var exit = ExitCode.ok

  private enum CodingKeys: CodingKey {
    case name, verdict, text, hint
  }

  static func ok(_ name: String, _ text: Text) -> Check { Check(name: name, verdict: .ok, text: text) }

  static func warn(_ name: String, _ text: Text, _ hint: Text? = nil) -> Check {
    Check(name: name, verdict: .warn, text: text, hint: hint)
  }

  static func fail(_ name: String, _ exit: ExitCode, _ text: Text, _ hint: Text? = nil) -> Check {
    Check(name: name, verdict: .fail, text: text, hint: hint, exit: exit)
  }

  static func fail(_ name: String, _ diagnosis: Diagnosis, at destination: Destination? = nil) -> Check {
    let told = diagnosis.told(at: destination)
    return fail(name, told.exit, told.message, told.hint?.text)
  }

  var lines: [Text] {
    let mark = verdict == .ok ? "ok  " : verdict.rawValue
    return [Text("\(mark) \(name): \(text)")] + (hint.map { [Text("     \($0)")] } ?? [])
  }
}
