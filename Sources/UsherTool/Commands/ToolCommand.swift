import CommandKit
import Essentials

/// A command of usher, with what the tool must know before it runs the command.
///
/// All of it is asked of one protocol, because the runtime searches the conformances of the whole program for each
/// protocol that a value might conform to.
protocol UsherCommand: Command where Context == UsherTool.Context {
  /// Whether the command prints a result, also as JSON.
  static var printsResult: Bool { get }

  /// Whether the command works even if the configuration files cannot be used.
  static var worksUnconfigured: Bool { get }

  /// Whether the command runs another program. Its own failures have separate exit statuses.
  static var runsProgram: Bool { get }

  /// The global options about destination, session or language that the command follows, with the options it was given.
  var directions: Set<Direction> { get }

  /// Whether the command may send requests.
  ///
  /// If not, it only reads or changes saved data and works the same without a server.
  var asksServer: Bool { get }

  /// Whether the command's own options ask for JSON, like `--json`.
  var printsJSON: Bool { get }

  /// The options that say who administers a project; nil for a command that administers none.
  var credentials: AdministratorOptions? { get }
}

extension UsherCommand {
  static var printsResult: Bool { false }
  static var worksUnconfigured: Bool { false }
  static var runsProgram: Bool { false }
  var directions: Set<Direction> { .all }
  var asksServer: Bool { true }
  var printsJSON: Bool { false }
  var credentials: AdministratorOptions? { nil }

  /// Refuses directions that the command ignores.
  /// - Parameter typed: The options of the command itself. Options of the whole `shell` may be ignored.
  func refuseIgnored(_ typed: GlobalOptions) throws(UsageError) {
    let ignored = Direction.allCases.first { $0.value(in: typed) != nil && !directions.contains($0) }
    if let ignored {
      throw .misuse("this command does not use \(ignored.option)", hint: "leave it out")
    }
  }
}

/// A command that returns a report, which the tool prints.
protocol ToolCommand: UsherCommand {
  associatedtype Result: CommandResult

  func report(in context: Context) throws -> Report<Result>
}

/// A command about data on this machine, whatever the destination.
protocol GoesNowhere: UsherCommand {}

extension GoesNowhere {
  var directions: Set<Direction> { [] }
}

/// A command about one profile, whatever its endpoint.
protocol AboutProfile: UsherCommand {}

extension AboutProfile {
  var directions: Set<Direction> { [.profile] }
}

/// A command about the local server; the language has no effect.
protocol AtLocalServer: UsherCommand {}

extension AtLocalServer {
  var directions: Set<Direction> { .local }
}

/// A command that uses a destination but no session.
protocol ActsAsNobody: UsherCommand {}

extension ActsAsNobody {
  var directions: Set<Direction> { .place }
}

extension UsherCommand {
  package static var refused: [RefusedOption] { knownFromPeers }

  /// Common options of other tools, with advice on what to use here.
  static var knownFromPeers: [RefusedOption] {
    let forms: Text = "use --json for one object, or --field PATH for one of its values"
    return (Self().directions.contains(.session) ? RefusedOption.ofSessions : [])
      + (printsResult ? ["o", "output", "jq", "query"].map { RefusedOption($0, advice: forms) } : [])
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
  static var printsResult: Bool { true }

  package func run(in context: Context) throws {
    do {
      try context.output.write(try report(in: context), of: Self.name, at: context.place.known)
    } catch let plan as DryRun {
      try context.output.write(plan.report, of: Self.name, at: context.place.known)
    }
  }
}
