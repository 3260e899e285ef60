import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalClock: ToolCommand, AtLocalServer {
  static let name = "local clock"
  static let abstract: Text = "Show or move the local server's clock."
  static let discussion = """
    Codes, links and tokens expire by this clock. usher mfa code follows it; an authenticator app does not. It \
    stays moved until you reset it; usher local reset resets it, too. All projects of the server share it.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.change, "change",
      help: "How far to move it forward, like +10m or +8d; reset returns to the real time.", required: false)
  ]
  static let examples = [
    Example("usher local clock +1h", "Make everything an hour older."),
    Example("usher local clock reset", "Return to the real time."),
  ]

  /// A change of the clock.
  enum Change: ArgumentValue {
    case on(seconds: Int)
    case reset

    init(argument: String) throws(InvalidValue) {
      if argument == "reset" {
        self = .reset
        return
      }
      guard argument.first == "+", let time = try? Duration(argument: String(argument.dropFirst())) else {
        throw InvalidValue("must be + and a number with s, m, h or d, such as +10m, or reset")
      }
      self = .on(seconds: Int(time.components.seconds))
    }
  }

  var change: Change?

  /// The project and its tenants share one clock.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  struct Result: CommandResult {
    /// The time in RFC 3339 format.
    var time: String
    /// How many seconds the server's clock is ahead of the machine's.
    var offsetSeconds: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    let clock =
      switch change {
      case nil: try server.clock()
      case .reset: try server.moveClock(to: 0)
      case .on(let seconds): try server.moveClock(to: server.clock().offsetSeconds.addingClamped(seconds))
      }
    let time = Date(rfc3339: clock.time)?.timeOfDay(asOf: context.world.now()) ?? clock.time
    return Report(
      .ok, Result(time: clock.time, offsetSeconds: clock.offsetSeconds),
      lines: [
        clock.offsetSeconds == 0 ? Text(verbatim: time) : "\(time)  (\(clock.offsetSeconds) s ahead)"
      ])
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
