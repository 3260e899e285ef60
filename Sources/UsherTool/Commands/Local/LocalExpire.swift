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
    return Report(
      .ok, Result(what: what.rawValue, count: count), lines: [line(count)], isConfirmation: true)
  }

  private func expired(at server: LocalServerAdmin, of person: String?) throws -> Int {
    do {
      return try server.expire(what, of: person)
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .userNotFound else { throw error }
      throw Diagnosis(
        "auth/user-not-found", .data, "there is no account \(SafeText.brief(of ?? "")) here",
        hint: Hint("see the accounts", ["usher", "project", "users", "list"]), retry: .newInput)
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
