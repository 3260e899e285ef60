/// Everything that one command line fills: a command's own arguments, the global ones, `--help`, `--version`.
struct Invocation<Own: ArgumentSet, Globals: ArgumentSet>: ArgumentSet {
  var own = Own()
  var globals = Globals()
  var wantsHelp = false
  var wantsVersion = false

  static var arguments: [Argument<Self>] { Argument.set(\.own) + globals }

  /// What every command takes.
  static var globals: [Argument<Self>] {
    Argument.set(\.globals) + [
      .flag(\.wantsHelp, "help", short: "h", help: "Show help for the command."),
      .flag(\.wantsVersion, "version", help: "Show the version."),
    ]
  }
}

/// The arguments of a line whose command is not known.
struct NoArguments: ArgumentSet {
  static let arguments: [Argument<Self>] = []
}
