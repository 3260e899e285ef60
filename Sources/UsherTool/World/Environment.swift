import CommandKit
import Essentials
import IdentityToolkit

/// The environment variables of this run.
package struct Environment: Sendable {
  let variables: [String: String]

  /// The names of variables that are not UTF-8. A converted value could name another file.
  private let malformed: [String]

  package init(_ variables: [String: String], malformed: [String] = []) {
    self.variables = variables
    self.malformed = malformed
  }

  package subscript(name: String) -> String? { variables[name] }

  /// Whether usher runs in CI.
  package var isCI: Bool { !(variables["CI"] ?? "").isEmpty && variables["CI"] != "false" }

  /// Returns the duration in a variable, which `check` has validated.
  func duration(_ name: String) -> Duration? {
    variables[name].flatMap { try? Duration(argument: $0) }.flatMap { $0 < .milliseconds(1) ? nil : $0 }
  }

  /// Refuses invalid values of usher's variables.
  package func check() throws(Diagnosis) {
    try refuseEmptyVariables()
    if let name = malformed.first(where: { $0.hasPrefix("USHER_") || $0.hasPrefix("XDG_") || $0 == "HOME" }) {
      throw Diagnosis(
        .badVariable, "\(name) is not UTF-8 text", hint: "give it another value")
    }
    if let output = variables["USHER_OUTPUT"], output != "json", output != "text" {
      throw Diagnosis(
        .badVariable, "USHER_OUTPUT is '\(output)'",
        hint: "set it to json or text")
    }
    if let color = variables["USHER_COLOR"], ColorMode(rawValue: color) == nil {
      throw Diagnosis(
        .badVariable, "USHER_COLOR is '\(color)'", hint: "set it to auto, always or never")
    }
    if let text = variables["USHER_TIMEOUT"], duration("USHER_TIMEOUT") == nil {
      throw Diagnosis(
        .badVariable, "USHER_TIMEOUT is '\(text)', not a time",
        hint: "write it as in 90s or 5m")
    }
    if let text = variables["USHER_LANGUAGE"], LanguageTag(text) == nil {
      throw Diagnosis(
        .badVariable, "USHER_LANGUAGE is '\(text)', not a language tag",
        hint: "write it as in es or pt-BR")
    }
  }

  /// Refuses usher's variables that are set but empty.
  ///
  /// A missing secret in a script must not send the command to another server.
  private func refuseEmptyVariables() throws(Diagnosis) {
    let ours = variables.keys.filter { $0.hasPrefix("USHER_") || $0 == "FIREBASE_AUTH_EMULATOR_HOST" }
    guard let empty = ours.sorted().first(where: { variables[$0] == "" }) else { return }
    throw Diagnosis(
      .emptyVariable, "\(empty) is set but empty",
      hint: Hint("give it a value").then("or unset it", copying: "unset \(empty)"))
  }

  /// The environment for child programs: all variables except usher's secrets.
  var forChildren: [String: String] {
    variables.filter { name, _ in !Self.secrets.contains(name) }
  }

  private static let secrets: Set = [
    "USHER_PASSWORD", "USHER_REFRESH_TOKEN", "USHER_ID_TOKEN", "USHER_OWNER_TOKEN", "USHER_ACCESS_TOKEN",
  ]
}

/// When messages for people use colours.
package enum ColorMode: String, CaseIterable, ArgumentValue {
  /// Only at a terminal, unless environment variables say otherwise.
  case auto
  case always, never

  /// Takes the mode from `--color`, then USHER_COLOR, then the configuration, then common variables.
  ///
  /// The common variables come last, as no-color.org says.
  init(option: ColorMode?, _ environment: Environment, configured: String?) {
    let own = option ?? (environment["USHER_COLOR"] ?? configured).flatMap(Self.init(rawValue:)) ?? .auto
    self = own == .auto ? Self(common: environment) : own
  }

  /// Reads the variables that many programs share.
  ///
  /// NO_COLOR overrides CLICOLOR_FORCE, as no-color.org and bixense.com/clicolors say. CLICOLOR_FORCE overrides TERM.
  private init(common environment: Environment) {
    if let no = environment["NO_COLOR"], !no.isEmpty {
      self = .never
    } else if let force = environment["CLICOLOR_FORCE"], !["", "0"].contains(force) {
      self = .always
    } else {
      self = environment["TERM"] == "dumb" || environment["CLICOLOR"] == "0" ? .never : .auto
    }
  }
}
