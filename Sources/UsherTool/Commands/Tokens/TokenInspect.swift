import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IDTokens
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
      throw Diagnosis(.badToken, "this is not a Firebase token", hint: "paste the whole token")
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

/// The output of `token inspect` for people.
struct TokenExplanation {
  private let token: TokenInspect.Result
  private let now: Date

  init(_ token: TokenInspect.Result, now: Date) {
    self.token = token
    self.now = now
  }

  var lines: [Text] {
    let rows: [(name: Text, value: Text?)] = [
      (Text("project:"), project),
      (Text("issuer:"), token.project == nil ? token.issuer.map { Text(verbatim: $0) } : nil),
      ("made by:", token.madeBy.map { token.verified ? $0.spokenName : "\($0.spokenName), as it seems" }),
      (Text("address:"), address),
      (Text("phone:"), token.email == nil ? nil : token.phone.map { Text(verbatim: $0) }),
      ("signed in:", signIn),
      (Text("issued:"), token.issuedAt.map { Text(verbatim: $0.timeOfDay(asOf: now)) }),
      (token.expired == true ? Text("expired:") : Text("expires:"), expiry),
      (Text("signature:"), signature),
      (Text("claims:"), token.customClaims.map { Text(verbatim: $0.text) }),
    ]
    let shown = rows.compactMap { name, value in value.map { (name: name, value: $0) } }
    return [title] + Text.rows(shown, alignedWith: rows.map(\.name)).map { Text("  \($0)") }
  }

  private var title: Text {
    let owner = token.email ?? token.phone
    switch (owner, token.uid) {
    case (let owner?, let uid?): return Text("\(token.kind.spokenName) of \(owner) (uid \(uid))")
    case (nil, let uid?): return "\(token.kind.spokenName) of uid \(uid)"
    case (_, nil): return "\(token.kind.spokenName) without an owner"
    }
  }

  private var project: Text? {
    switch (token.project, token.tenant) {
    case (let project?, let tenant?): Text("\(project), tenant \(tenant)")
    case (let project?, nil): Text(verbatim: project)
    case (nil, let tenant?): Text("tenant \(tenant)")
    case (nil, nil): nil
    }
  }

  private var address: Text? {
    token.emailVerified.map { $0 ? Text("verified") : "not verified" }
  }

  private var signIn: Text? {
    let parts: [Text?] = [
      token.signedInAt.map { Text(verbatim: $0.timeOfDay(asOf: now)) },
      token.signInProvider.map { Text("provider \($0)") },
      token.signInProvider == nil ? nil : token.secondFactor.map { "second factor \($0)" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private var expiry: Text? {
    guard let end = token.expiresAt else { return nil }
    let left = end.timeIntervalSince(now)
    let time = end.timeOfDay(asOf: now)
    let span = Self.spoken(abs(left))
    // A local server's clock may have been moved.
    let isByOtherClock = token.madeBy == .localServer && !token.verified
    return switch (left > 0, isByOtherClock) {
    case (true, false): Text("\(time), in \(span)")
    case (true, true): "\(time), in \(span) by this machine's clock"
    case (false, false): Text("\(time), \(span) ago")
    case (false, true): "\(time), \(span) ago by this machine's clock"
    }
  }

  private var signature: Text? {
    guard let algorithm = token.algorithm else { return nil }
    if algorithm == "none" { return "none (alg none): a real project's back end must refuse it" }
    guard token.verified else { return "\(algorithm), not checked" }
    return token.kind == .sessionCookie
      ? "\(algorithm), checked; nobody was asked whether the session is still valid"
      : "\(algorithm), checked; the session is still valid"
  }

  /// Returns a duration in its largest unit that gives a number of at least two.
  private static func spoken(_ seconds: Double) -> Text {
    let whole = Int64(seconds.rounded(.down))
    return switch whole {
    case ..<120: Text("\(whole) s")
    case ..<7200: Text("\(whole / 60) min")
    case ..<172_800: Text("\(whole / 3600) h")
    default:
      Text(counting: Int(whole / 86_400), one: "\(whole / 86_400) day", other: "\(whole / 86_400) days")
    }
  }
}

/// A check of an ID token or a session cookie with the endpoint's public keys, as back ends do it.
struct TokenVerification {
  let backend: Backend
  let now: Date
  /// Cookies have an issuer and keys of their own.
  var isOfCookie = false

  func verify(_ token: IDToken) throws {
    var check = IDTokenCheck(
      .service(tenant: .exactly(backend.tenant)), for: backend.project,
      from: ["https://\(isOfCookie ? "session.firebase" : "securetoken").google.com/" + backend.project])
    check.startLeeway = IDTokenCheck.personalLeeway
    let keys = try publishedKeys()
    do throws(IDTokenProblem) {
      _ = try check.token(token.text, signedBy: keys, at: now)
    } catch {
      // For a wrong tenant, use the same message as for a token that is used.
      if error == .wrongTenant { try token.refuseForeign(project: backend.project, tenant: backend.tenant) }
      throw Diagnosis(
        "auth/argument-error", .rejected, "the token is not valid: \(words(of: error, in: token))")
    }
  }

  private func publishedKeys() throws -> KeySet {
    let document = try backend.document(
      isOfCookie ? SessionCookieCertificates.route : SigningCertificates.route)
    guard let certificates = try? JSONReader.plain.read([String: String].self, from: document.body),
      let keys = KeySet(certificates: certificates)
    else { throw AuthFailure.malformedAnswer(status: document.status, reason: "no certificates") }
    return keys
  }

  private func words(of problem: IDTokenProblem, in token: IDToken) -> Text {
    switch problem {
    case .missing, .malformed: "it is not a token"
    case .criticalExtension: "it demands an extension that is not known"
    case .algorithm("none"): "it is not signed"
    case .algorithm(let name): "it is signed with \(name), not RS256"
    case .unknownKey: "its key is not among the published ones"
    case .signature: "its signature is wrong"
    case .unreadableClaims, .ambiguous: "its claims cannot be read"
    case .missingClaim("sub"), .mistypedClaim("sub"), .impossibleClaim("sub"): "it names no account"
    case .missingClaim(let name), .mistypedClaim(let name), .impossibleClaim(let name):
      "it has no right \(name)"
    case .wrongAudience: "it is for project \(token.project ?? "?"), not \(backend.project)"
    case .wrongIssuer: "it is from another issuer"
    case .wrongTenant: "it is of another tenant"
    case .wrongNonce, .wrongAccessToken: "it is for another sign-in"
    case .expired: "it has expired"
    case .notYetValid: "it comes from the future: a clock is wrong"
    }
  }
}
