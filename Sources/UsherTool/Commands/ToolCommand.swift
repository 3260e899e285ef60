package import CommandKit
import Essentials

/// A command that returns a report, which the tool prints.
package protocol ToolCommand: Command where Context == UsherTool.Context {
  associatedtype Result: CommandResult

  /// Whether the command may send requests.
  ///
  /// If not, it only reads or changes saved data and works the same without a server.
  var asksServer: Bool { get }

  /// Whether the command's own options ask for JSON, like `--json`.
  var printsJSON: Bool { get }

  func report(in context: Context) throws -> Report<Result>
}

/// A command that works even if the configuration files cannot be used.
protocol WorksUnconfigured {}

/// A command that runs another program; its own failures have separate exit statuses.
protocol RunsProgram {}

/// A command that ignores some global options about destination, session or language.
protocol Directed: Command where Context == UsherTool.Context {
  /// The directions that the command follows, with the options it was given.
  var directions: Set<Direction> { get }
}

extension Directed {
  /// Refuses directions that the command ignores.
  /// - Parameter typed: The options of the command itself. Options of the whole `shell` may be ignored.
  func refuseIgnored(_ typed: GlobalOptions) throws(UsageError) {
    let ignored = Direction.allCases.first { $0.isGiven(in: typed) && !directions.contains($0) }
    if let ignored {
      throw .misuse("this command does not use \(ignored.option)", hint: "leave it out")
    }
  }
}

/// A command about data on this machine, whatever the destination.
protocol GoesNowhere: Directed {}

extension GoesNowhere {
  var directions: Set<Direction> { [] }
}

/// A command about one profile, whatever its endpoint.
protocol AboutProfile: Directed {}

extension AboutProfile {
  var directions: Set<Direction> { [.profile] }
}

/// A command about the local server; the language has no effect.
protocol AtLocalServer: Directed {}

extension AtLocalServer {
  var directions: Set<Direction> { .local }
}

/// A command that uses a destination but no session.
protocol ActsAsNobody: Directed {}

extension ActsAsNobody {
  var directions: Set<Direction> { .place }
}

extension Command where Context == UsherTool.Context {
  package static var refused: [RefusedOption] { knownFromPeers }

  /// Common options of other tools, with advice on what to use here.
  static var knownFromPeers: [RefusedOption] {
    let forms: Text = "use --json for one object, or --field PATH for one of its values"
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

  /// Returns the refused output options of a command whose argument names the output file.
  static func output(to argument: String) -> [RefusedOption] {
    ["o", "output"].map {
      RefusedOption($0, instead: argument, advice: "give \(argument) as an argument")
    }
  }
}

extension ExitCode {
  /// The exit status of usher's own failure, if other statuses are the program's.
  var besideProgram: ExitCode { [.cannotRun, .notFound].contains(self) ? self : .execFailed }
}

extension ToolCommand {
  package static var resultFields: [String] { ResultFields.of(Result.self) }

  package var asksServer: Bool { true }
  package var printsJSON: Bool { false }

  package func run(in context: Context) throws {
    do {
      try context.output.write(try report(in: context), of: Self.name, at: context.place.known)
    } catch let plan as DryRun {
      try context.output.write(plan.report, of: Self.name, at: context.place.known)
    }
  }
}
