private import Essentials

/// Everything that one command line fills: a command's own arguments, the global ones, `--help`, `--version`.
struct Invocation<Own: ArgumentSet, Globals: ArgumentSet>: ArgumentSet {
  var own = Own()
  var globals = Globals()
  var wantsHelp = false
  var wantsVersion = false

  static var arguments: [Argument<Self>] {
    // Key paths of a generic type are put together when they are used, which takes a tenth of a short command's time.
    Argument.set(of: Own.self) { (target, change) throws(InvalidValue) in try change(&target.own) }
      + Argument.set(of: Globals.self) { (target, change) throws(InvalidValue) in try change(&target.globals)
      } + [
        Argument(description: .help) { invocation, _ in invocation.wantsHelp = true },
        Argument(description: .version) { invocation, _ in invocation.wantsVersion = true },
      ]
  }
}

extension CommandTable {
  /// What every command takes.
  var globalOptions: [ArgumentDescription] {
    Globals.arguments.map(\.description) + [.help, .version]
  }
}

extension ArgumentDescription {
  fileprivate static let help = flag("help", short: "h", help: "Show help for the command.")
  fileprivate static let version = flag("version", help: "Show the version.")
}

/// The arguments of a line whose command is not known.
struct NoArguments: ArgumentSet {
  static let arguments: [Argument<Self>] = []
}
