import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct TokenInspect: ToolCommand {
  static let name = "token inspect"
  static let abstract: Text = "Show a token's user, project and expiry."
  static let discussion = """
    It explains ID tokens, session cookies, custom tokens and, as far as possible, refresh tokens. Without FILE, \
    it explains the session's ID token. To paste a token at a terminal, write - for FILE. usher takes no token from \
    the command line.

    usher does not send the token anywhere, and does not verify it. With --verify, it checks the signature \
    with the endpoint's public keys, and asks the server about the session of an ID token. Without --verify, "expires" is by \
    this machine's clock, also if usher local clock moved the server's.
    """
  static let manual = """
    You can paste a whole header line, too:

      usher token inspect - < header.txt
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.file, "file", help: "The file that holds the token; - is standard input.", completion: .secretFile),
    .flag(\.verify, "verify", help: "Check the signature, and ask the server about the session."),
  ]
  static let examples = [
    Example("usher token inspect", "Explain the session's ID token."),
    Example("usher token inspect - < token.txt", "Explain the token in a file."),
    Example("usher token inspect token.txt --field expires_at", "See when a token expires."),
  ]

  var file: String?
  var verify = false

  /// A token from a file does not belong to a session; only `--verify` sends a request about it.
  var directions: Set<Direction> { file == nil ? .all : verify ? .place : [] }

  struct Result: CommandResult {
    var kind: PastedToken.Kind
    var uid: String?
    var email: String?
    var emailVerified: Bool?
    var phone: String?
    var project: String?
    var tenant: String?
    var issuer: String?
    /// The kind of endpoint that probably issued it.
    var madeBy: PastedToken.Maker?
    var signedInAt: Date?
    var signInProvider: String?
    var secondFactor: String?
    var issuedAt: Date?
    var expiresAt: Date?
    /// Null if the token has no expiry.
    var expired: Bool?
    /// `none` if the token is not signed; null if it is not a JWT.
    var algorithm: String?
    var keyID: String?
    var customClaims: JSONValue?
    /// Whether the signature was checked and, about an ID token, the server was asked.
    var verified: Bool

    init(_ token: PastedToken, at now: Date) {
      kind = token.kind
      uid = token.uid
      email = token.claims["email"]?.string
      emailVerified = token.claims["email_verified"]?.bool
      phone = token.claims["phone_number"]?.string
      project = token.project
      tenant = token.tenant
      issuer = token.claims["iss"]?.string
      madeBy = token.maker
      signedInAt = token.date("auth_time")
      signInProvider = token.signInProvider
      secondFactor = token.secondFactor
      issuedAt = token.date("iat")
      expiresAt = token.date("exp")
      expired = expiresAt.map { $0 <= now }
      algorithm = token.algorithm
      keyID = token.keyID
      customClaims = token.customClaims
      verified = false
    }
  }

  func report(in context: Context) throws -> Report<Result> {
    guard let token = PastedToken(try pasted(in: context)) else {
      throw Diagnosis(
        .badToken, "this is not a Firebase token", hint: "paste the whole token",
        retry: .newInput)
    }
    // Only --verify asks the server, also for its time.
    let now = (verify ? context.service.localTime : nil) ?? context.world.now()
    var result = Result(token, at: now)
    if verify {
      try verify(token, at: now, in: context)
      result.verified = true
    }
    return Report(.ok, result, lines: TokenExplanation(result, now: now).lines)
  }

  private func pasted(in context: Context) throws -> String {
    guard let file else { return try context.sessions.active().saved.tokens.idToken.text }
    if file == "-", context.person.isInteractive, context.world.standardInput.isTerminal {
      context.person.terminal.say("Paste the token; it is not shown.")
      return try context.person.terminal.askSecret(Text("Token: "), within: context.person.waitLimit)
    }
    // Do not quote the token, because the message would expose it again.
    if file.utf8.count > 100, !file.contains("/"), PastedToken(file) != nil {
      throw UsageError.misuse(
        "do not write a token on the command line: others can see it",
        hint: "pass its file, or - for standard input")
    }
    return try context.world.standardInput.text(of: file)
  }

  private func verify(_ pasted: PastedToken, at now: Date, in context: Context) throws {
    let isCookie = pasted.kind == .sessionCookie
    guard isCookie || pasted.kind == .idToken, let token = try? IDToken(pasted.text) else {
      throw UsageError.misuse(
        "--verify is for ID tokens and session cookies, and this is another kind of token")
    }
    let backend = try context.service.backend()
    try TokenVerification(backend: backend, now: now, isOfCookie: isCookie).verify(token)
    // Only an ID token can be asked about.
    if isCookie { return }
    let user = UserRecord(tokens: Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt))
    _ = try context.service.auth(user: user).reload()
  }
}
