import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalExpire: ToolCommand, AtLocalServer {
  static let name = "local expire"
  static let abstract: Text = "Expire the local server's codes, links or sessions."
  static let discussion = """
    codes are SMS codes, links are e-mail links, and sessions are ID and refresh tokens. pending are sign-ins \
    that wait for a second factor.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.what, "what", help: "What to expire."),
    .option(
      \.of, "of", value: "WHO",
      help: "Expire only what belongs to this number, address or uid."),
  ]
  static let examples = [
    Example("usher local expire codes", "See how the app handles an expired code."),
    Example("usher local expire sessions --of kim@example.com", "End the sessions of one user."),
  ]

  var what = ExpireNow.Subject.codes
  var of: String?

  struct Result: CommandResult {
    var what: String
    /// For sessions, the number of accounts.
    var count: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let person = try of.map { text in try canonical(text) }
    let count = try expired(at: try context.service.localServer(), of: person)
    return .done(Result(what: what.rawValue, count: count), line(count))
  }

  private func expired(at server: LocalServerAdmin, of person: String?) throws -> Int {
    do {
      return try server.expire(what, of: person)
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .userNotFound else { throw error }
      throw Diagnosis(
        "auth/user-not-found", .data, "there is no account \(SafeText.brief(of ?? "")) here",
        hint: Hint("see the accounts", ["usher", "project", "users", "list"]))
    }
  }

  /// Returns a number or an address in the server's spelling; any other text is a UID.
  private func canonical(_ text: String) throws -> String {
    if what == .codes { return try PhoneNumber.read(text).e164 }
    if what == .links { return try EmailAddress.read(text).text }
    return (try? PhoneNumber.read(text).e164) ?? (try? EmailAddress.read(text).text) ?? text
  }

  private func line(_ count: Int) -> Text {
    switch what {
    case .codes:
      Text(counting: count, one: "\(count) code has expired.", other: "\(count) codes have expired.")
    case .links:
      Text(counting: count, one: "\(count) link has expired.", other: "\(count) links have expired.")
    case .pending:
      Text(
        counting: count, one: "\(count) pending sign-in has expired.",
        other: "\(count) pending sign-ins have expired.")
    case .sessions:
      Text(
        counting: count, one: "\(count) account's sessions have expired.",
        other: "\(count) accounts' sessions have expired.")
    }
  }
}

extension ExpireNow.Subject: ArgumentValue {}

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
