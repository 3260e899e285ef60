import CommandKit
import Essentials

/// The result of one check.
struct Check: Codable, Equatable, Sendable {
  enum Verdict: String, CaseIterable, Codable, Sendable {
    case ok, warn, fail
  }

  var name: Name
  var verdict: Verdict
  var text: Text
  var hint: Text?
  /// The exit status of a run whose first failure is this check.
  var exit = ExitCode.ok

  /// What was checked, as results name it.
  enum Name: String, CaseIterable, Codable, Sendable {
    case administrator, browser, clock, completions, configuration, connection, disk, dns, domain, domains,
      edition, endpoint, key
    case libraries, lock, methods, providers, proxy, regions, room, server, session, state, terminal, tls
    case testNumbers = "test numbers"

    /// The name for people.
    var title: Text {
      switch self {
      case .administrator: Text("administrator")
      case .browser: Text("browser")
      case .clock: Text("clock")
      case .completions: Text("completions")
      case .configuration: Text("configuration")
      case .connection: Text("connection")
      case .disk: Text("disk")
      case .dns: Text(verbatim: "dns")
      case .domain: Text("domain")
      case .domains: Text("domains")
      case .edition: Text("edition")
      case .endpoint: Text("endpoint")
      case .key: Text("key")
      case .libraries: Text("libraries")
      case .lock: Text("lock")
      case .methods: Text("methods")
      case .providers: Text("providers")
      case .proxy: Text("proxy")
      case .regions: Text("regions")
      case .room: Text("room")
      case .server: Text("server")
      case .session: Text("session")
      case .state: Text("state")
      case .terminal: Text("terminal")
      case .tls: Text(verbatim: "tls")
      case .testNumbers: Text("test numbers")
      }
    }
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
