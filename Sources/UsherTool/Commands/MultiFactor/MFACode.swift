import AuthClient
import CommandKit
import Crypto
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct MFACode: ToolCommand {
  static let name = "mfa code"
  static let abstract: Text = "Print the current TOTP code of a saved secret."
  static let discussion = """
    It works offline. The code depends on the secret and on the time. usher takes the time from this machine's \
    clock, which must be right; for a session of a local server, from that server's clock. The file holds the \
    secret in Base32 on one line, an otpauth URL, or the export of an authenticator app or a password manager. A \
    server accepts each code once.
    """
  static let manual = """
    This moves the clock of a local server. An authenticator app does not follow it:

      usher local clock +1h
    """
  static let arguments: [Argument<Self>] = [
    .option(
      \.secretFile, "secret-file", value: "FILE",
      help: "Read the secret from this file; - is standard input.", completion: .secretFile),
    .flag(
      \.waitFresh, "wait-fresh",
      help: "Wait for the next code unless the current one lasts another ten seconds."),
    .flag(\.copy, "copy", help: "Copy the code to the clipboard instead of printing it."),
  ]
  static let examples = [
    Example("usher mfa code --secret-file totp.txt", "Print the code that an authenticator would show."),
    Example(
      "usher mfa code --secret-file totp.txt --wait-fresh | usher confirm-code -",
      "Finish a sign-in in a script."),
  ]

  var secretFile: String?
  var waitFresh = false
  var copy = false

  /// The number of seconds that a code must stay valid to reach a server in time.
  private static let margin = 10.0

  struct Result: CommandResult {
    var code: String
    var expiresAt: Date
    /// The number of seconds that the code is still valid.
    var validFor: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    guard let secretFile else {
      throw UsageError.misuse("the secret is missing", hint: "name its file with --secret-file")
    }
    if copy { try context.settings.checkCopying() }
    let totp = try TOTPSecretFile.read(secretFile, context.world.standardInput)
    let ahead = context.state.hasStepOrSession(at: context.place) ? context.service.localServersLead : 0
    if waitFresh { try waitForFreshCode(of: totp, ahead, in: context) }
    let now = context.world.now() + ahead
    let end = totp.end(of: now)
    let code = totp.code(at: now.seconds)
    if copy { try context.person.copy(code) }
    return Report(
      .ok, Result(code: code, expiresAt: end, validFor: Int(end.timeIntervalSince(now))),
      lines: copy ? [] : [Text(verbatim: code)])
  }

  /// - Parameter ahead: How many seconds the server's clock is ahead.
  private func waitForFreshCode(of totp: TOTP, _ ahead: Double, in context: Context) throws {
    // If codes have a shorter period than the margin, wait for a new one.
    let margin = min(Self.margin, Double(totp.period) - 1)
    while case let now = context.world.now() + ahead,
      case let left = totp.end(of: now).timeIntervalSince(now),
      left < margin
    {
      context.world.pause(.seconds(left))
      if context.world.interruption() != nil { throw TerminalError.interrupted }
    }
  }
}

extension StateAccess {
  /// Returns whether there is a session or a pending step that a code could be for.
  fileprivate func hasStepOrSession(at place: Place) -> Bool {
    guard let state = try? read(), !state.profiles.isEmpty, let key = try? place.sessionKey(in: state)
    else { return false }
    return state[key] != nil || !state.pending(of: key).isEmpty
  }
}

extension TOTP {
  /// Returns the time when the code that is valid at `time` ends.
  fileprivate func end(of time: Date) -> Date {
    Date(timeIntervalSince1970: Double(end(at: time.seconds)))
  }
}
