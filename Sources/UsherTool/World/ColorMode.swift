import CommandKit

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
