package import CommandKit

/// A command of this tool: it finds something out, and the tool writes it down.
package protocol ToolCommand: Command where Context == UsherTool.Context {
  associatedtype Result: CommandResult

  /// Whether the command may ask the server. What only reads or changes what is saved does not, and does the same
  /// whether a server runs or not.
  var asksServer: Bool { get }

  /// Whether the command's own options ask for JSON, as `--json` does.
  var printsJSON: Bool { get }

  func report(in context: Context) throws -> Report<Result>
}

/// A command that helps where the configuration files cannot be used.
protocol WorksUnconfigured {}

/// A command that runs a program of the user's: its own failures have an exit status apart from the program's.
protocol RunsProgram {}

/// A command that cannot follow every direction that the global options can give.
protocol Directed: Command where Context == UsherTool.Context {
  /// Those that it follows, as it was typed.
  var directions: Set<Direction> { get }
}

extension Directed {
  /// - Parameter typed: The options of the command's own line; what holds for a whole shell is not meant for it.
  func refuseIgnored(_ typed: GlobalOptions) throws(UsageError) {
    let ignored = Direction.allCases.first { $0.isGiven(in: typed) && !directions.contains($0) }
    if let ignored {
      throw .misuse("this command does not use \(ignored.option)", hint: "leave it out")
    }
  }
}

/// A command about what is saved on this machine, wherever other commands go.
protocol GoesNowhere: Directed {}

extension GoesNowhere {
  var directions: Set<Direction> { [] }
}

/// A command about one profile, wherever that leads.
protocol AboutProfile: Directed {}

extension AboutProfile {
  var directions: Set<Direction> { [.profile] }
}

/// A command about the local server, which says nothing in any language.
protocol AtLocalServer: Directed {}

extension AtLocalServer {
  var directions: Set<Direction> { .local }
}

/// A command that goes somewhere, and acts as nobody there.
protocol ActsAsNobody: Directed {}

extension ActsAsNobody {
  var directions: Set<Direction> { .place }
}

extension Command where Context == UsherTool.Context {
  package static var refused: [RefusedOption] { knownFromPeers }

  /// Options that people know from other tools, where this command has what they are for.
  static var knownFromPeers: [RefusedOption] {
    let forms = "use --json for one object, or --field PATH for one of its values"
    return (actsAsSomebody ? RefusedOption.ofSessions : [])
      + (Self.self is any ToolCommand.Type
        ? ["o", "output", "jq", "query"].map { RefusedOption($0, advice: forms) } : [])
  }

  private static var actsAsSomebody: Bool {
    (Self.self as? any Directed.Type)?.init().directions.contains(.session) ?? true
  }
}

extension RefusedOption {
  fileprivate static let ofSessions = [
    RefusedOption("user", advice: "name one of several sessions with --as NAME"),
    RefusedOption("token", advice: "set USHER_ID_TOKEN or USHER_REFRESH_TOKEN"),
    RefusedOption("refresh-token", advice: "set USHER_REFRESH_TOKEN"),
  ]

  /// Of a command that writes what its argument names.
  static func output(to argument: String) -> [RefusedOption] {
    ["o", "output"].map {
      RefusedOption($0, instead: argument, advice: "give \(argument) as an argument")
    }
  }
}

extension ExitCode {
  /// The status of a failure where all others are a program's.
  var besideProgram: ExitCode { [.cannotRun, .notFound].contains(self) ? self : .execFailed }
}

extension ToolCommand {
  package static var resultFields: [String] { ResultFields.of(Result.self) }

  package var asksServer: Bool { true }
  package var printsJSON: Bool { false }

  package func run(in context: Context) throws {
    try context.output.write(try report(in: context), of: Self.name, at: context.place.known)
  }
}
