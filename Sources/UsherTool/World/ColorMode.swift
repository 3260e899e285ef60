import CommandKit

/// When what people read is in colour.
package enum ColorMode: String, CaseIterable, ArgumentValue {
  /// At a terminal, unless variables have it otherwise.
  case auto
  case always, never

  /// What stands, after `--color`, USHER_COLOR, the configuration and the variables of every program; these come
  /// last, as no-color.org has it.
  init(option: ColorMode?, _ environment: Environment, configured: String?) {
    let own = option ?? (environment["USHER_COLOR"] ?? configured).flatMap(Self.init(rawValue:)) ?? .auto
    self = own == .auto ? Self(common: environment) : own
  }

  /// NO_COLOR wins over CLICOLOR_FORCE, as no-color.org and bixense.com/clicolors both have it; being forced
  /// wins over what the terminal is said to be.
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
