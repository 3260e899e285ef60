import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Token: ToolCommand {
  static let name = "token"
  static let abstract: Text = "Print a valid ID token, renewed if needed."
  static let discussion = """
    With --format, usher prints the token in the format of another program.
    """
  static let manual = """
    A session cookie is for a back end that keeps users signed in for longer than an hour. To create one, usher needs \
    an administrator of the project. The time is from 5m to 14d.

    The formats:

      raw              the token alone, by default
      header           an Authorization header, for curl -H
      curl             a line for curl -K -
      env              an export line for eval in a shell
      dotenv           a line of a .env file
      github           for a step of a GitHub workflow
      exec-credential  a kubectl ExecCredential object
      playwright       a storage state for a browser that is signed in
      local-storage    the same as playwright
      json             one JSON object, as --json prints it

    With github, usher prints the command that masks the token in the log, so do not redirect the output. Then \
    usher sets the step's output "token".

      usher token --format github

    playwright and local-storage print the session as the Firebase JS SDK keeps it, in IndexedDB and in local \
    storage. The refresh token is in it: anyone with the output can act as this user. Write it to a file that \
    only you can read, and pass that as storageState to Playwright. The web app needs --origin and --app-key, the apiKey of its firebaseConfig:

      usher token --format playwright --origin http://localhost:3000 --app-key KEY
    """
  static let arguments: [Argument<Self>] =
    [
      .option(
        \.minimumLife, "min-ttl", value: "TIME",
        help: "Renew a token that expires within this time (default 5m)."
      ),
      .flag(\.refresh, "refresh", help: "Renew the token in any case."),
      .option(
        \.format, "format", value: "FORM", help: "Print the token in this format."),
      .flag(\.header, "header", short: "H", help: "The same as --format header."),
      .flag(\.claims, "claims", help: "Print the token's claims instead."),
      .flag(\.verify, "verify", help: "First check the signature with the endpoint's public keys."),
      .option(
        \.sessionCookie, "session-cookie", value: "TIME",
        help: "Print a session cookie for a back end instead, which is valid for this time."),
      .flag(\.copy, "copy", help: "Copy to the clipboard instead of printing."),
    ] + Argument.set(\.webApp) + Argument.set(\.administrator).map { $0.needing("--session-cookie") }
  static let examples = [
    Example("usher token", "Print the token."),
    Example(
      "curl -H \"$(usher token -H)\" https://api.example.com/me", "Call an API as the signed-in user."),
    Example(
      "usher token --format curl | curl -K - https://api.example.com/me",
      "Call the API without the token on the command line."),
    Example("usher token --claims | jq .exp", "Print when the token expires."),
    Example("usher token --session-cookie 5d", "Print a session cookie that is valid for five days."),
  ]

  enum Format: String, CaseIterable, ArgumentValue {
    case raw, header, curl, env, dotenv, github
    case execCredential = "exec-credential"
    case playwright
    case localStorage = "local-storage"
    case json

    /// Whether this is the whole session for a browser, and not the token alone.
    fileprivate var isForBrowser: Bool { self == .playwright || self == .localStorage }
  }

  var minimumLife: Duration?
  var refresh = false
  var format: Format?
  var header = false
  var claims = false
  var verify = false
  var sessionCookie: Duration?
  var copy = false
  var webApp = WebAppOptions()
  var administrator = AdministratorOptions()

  var credentials: AdministratorOptions? { sessionCookie == nil ? nil : administrator }

  struct Result: CommandResult, OmitsMissing {
    var token: String
    var expiresAt: Date
    var uid: String
    var claims: JSONValue?
    var verified: Bool?
  }

  var printsJSON: Bool { format == .json && !header }

  func report(in context: Context) throws -> Report<Result> {
    if !claims { try context.settings.refuseFieldOfClaims(of: Self.name) }
    let form = try form(in: context)
    let app = try webApp.app(forFormat: form.isForBrowser ? form.rawValue : nil)
    var active = try context.sessions.renewed(
      minimumLife: minimumLife, force: refresh, for: context.person)
    let localTime = verify ? context.service.localTime : nil
    // The token was renewed by this machine's clock, and the local server's was moved.
    if let localTime, !refresh, active.saved.tokens.refreshToken != nil,
      active.saved.tokens.idToken.expiresAt <= localTime
    {
      active = try context.sessions.renewed(minimumLife: nil, force: true, for: context.person)
    }
    let tokens = active.saved.tokens
    let cookie = try sessionCookie.map { try self.cookie(from: tokens.idToken, for: $0, in: context) }
    let token = cookie ?? tokens.idToken
    if verify {
      try TokenVerification(
        backend: try context.service.backend(),
        now: localTime ?? tokens.serviceTime(at: context.world.now()), isOfCookie: cookie != nil
      )
      .verify(token)
    }
    var result = Result(
      token: token.text, expiresAt: cookie?.expiresAt ?? tokens.expiresAt, uid: token.uid)
    if claims { result.claims = token.claims }
    if verify { result.verified = true }
    var text = claims ? token.claims.indentedText : form.text(of: result)
    if let app {
      try complete(&active, in: context)
      text = try BrowserSession(active).state(of: app).text
    }
    if copy { try context.person.copy(text) }
    let lines = claims ? token.claims.lines : [Text(verbatim: text)]
    return Report(.ok, result, lines: copy ? [] : lines, isVerbatim: true)
  }

  func run(in context: Context) throws {
    let output = format == .github ? try StepOutput(of: context.world.environment) : nil
    let report = try report(in: context)
    if isForProgram, !copy {
      // The format option overrides a setting that asks for JSON.
      try context.output.writeText(report.lines[0].english + "\n")
    } else {
      try context.output.write(report, of: Self.name, at: context.place.known)
    }
    // The mask is printed first, so that the runner hides the token in the log.
    try output?.set("token", report.result.token)
  }

  private func cookie(from token: IDToken, for life: Duration, in context: Context) throws -> IDToken {
    try IDToken(
      try context.project(administrator).administrator().sessionCookie(
        idToken: token.text, seconds: Int(life.seconds)))
  }

  /// Asks the server about the account if an older usher saved less of it than an SDK keeps.
  private func complete(_ active: inout ActiveSession, in context: Context) throws {
    let account = active.saved.account
    guard active.saved.tokens.refreshToken != nil, account.providerData == nil || account.createdAt == nil
    else { return }
    active.saved = try context.sessions.flow().checked()
  }

  /// Whether the output is for another program; then no setting changes it.
  private var isForProgram: Bool { header || ![nil, .raw, .json].contains(format) }

  /// Returns the format to print; throws if the options contradict each other.
  private func form(in context: Context) throws -> Format {
    if let sessionCookie, !(300...1_209_600).contains(sessionCookie.seconds) {
      throw UsageError.misuse("--session-cookie must be from 5m to 14d")
    }
    let form = format ?? (header ? .header : .raw)
    if header, form != .header {
      throw UsageError.misuse("-H and --format \(form.rawValue) cannot be used together")
    }
    guard isForProgram else {
      if copy { try context.settings.checkCopying() }
      return form
    }
    if sessionCookie != nil {
      throw UsageError.misuse(
        "a session cookie is no ID token, so -H and --format \(form.rawValue) do not go with it")
    }
    if copy, form == .github {
      throw UsageError.misuse("--format github is for a step's log, so --copy does not go with it")
    }
    if copy, form.isForBrowser {
      throw UsageError.misuse(
        "--format \(form.rawValue) prints the refresh token, so --copy does not go with it")
    }
    if claims {
      throw UsageError.misuse(
        "--claims prints no token, so -H and --format \(form.rawValue) do not go with it")
    }
    if context.settings.options.json || context.settings.options.field != nil {
      throw UsageError.misuse("--json and --field do not go with -H and --format \(form.rawValue)")
    }
    return form
  }
}

extension Token.Format {
  fileprivate func text(of token: Token.Result) -> String {
    switch self {
    // A browser's state is not made of the token alone.
    case .raw, .json, .playwright, .localStorage: token.token
    case .header: TokenText.header(token.token)
    case .curl: String(TokenText.curl(token.token).dropLast())
    case .env: TokenText.export(token.token)
    case .dotenv: TokenText.assignment(token.token)
    case .github: TokenText.mask(token.token)
    case .execCredential: TokenText.execCredential(token.token, expiresAt: token.expiresAt)
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// An ID token in the formats of other programs; it has only letters, digits, `-`, `_` and `.`.
enum TokenText {
  static func header(_ token: String) -> String { "Authorization: Bearer " + token }

  /// Returns a line for `curl --config`.
  static func curl(_ token: String) -> String { "header = \"\(header(token))\"\n" }

  /// Returns a line for a shell's `eval`.
  static func export(_ token: String) -> String { "export \(VariableName.idToken)='\(token)'" }

  static func assignment(_ token: String) -> String { "\(VariableName.idToken)=\(token)" }

  /// Returns the line that makes a GitHub runner hide the token in its log.
  static func mask(_ token: String) -> String { "::add-mask::" + token }

  /// Returns the output that kubectl expects from an `exec` plugin.
  static func execCredential(_ token: String, expiresAt: Date) -> String {
    let status: JSONValue = [
      "expirationTimestamp": .string(expiresAt.rfc3339), "token": .string(token),
    ]
    let credential: JSONValue = [
      "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": status,
    ]
    return credential.text
  }
}

/// The minimum remaining life of a token for a program.
struct TokenLife: ArgumentSet {
  var minimum: Duration?

  static let arguments: [Argument<Self>] = [
    .option(
      \.minimum, "min-ttl", value: "TIME",
      help: "Renew a token that expires within this time (default 5m).")
  ]

  /// Returns the session in use, with a token that lives at least that long.
  func session(in context: Context) throws -> ActiveSession {
    try context.sessions.renewed(minimumLife: minimum, for: context.person)
  }
}

extension SessionAccess {
  /// Returns the session in use, with a token that lives for `minimum` seconds.
  ///
  /// Warns if the server's new tokens live shorter.
  func renewed(minimumLife minimum: Duration?, force: Bool = false, for person: Person) throws
    -> ActiveSession
  {
    let session = try renewed(
      minimumLife: minimum?.seconds ?? BlockingAuth.renewalMargin, force: force)
    guard let minimum else { return session }
    let token = session.saved.tokens.idToken
    let life = token.expiresAt.timeIntervalSince(token.issuedAt)
    if life < minimum.seconds {
      // The value is below `minimum`, so it fits an `Int`. A token that ends before its start lives 0 seconds.
      let seconds = Int(max(0, life))
      let time = seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
      person.output.warn("--min-ttl is too long: a new token is valid for \(time)")
    }
    return session
  }
}
