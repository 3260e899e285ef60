import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Status: ToolCommand {
  static let name = "status"
  static let abstract: Text = "Show the endpoint, the sessions and the pending steps."
  static let discussion = """
    It works offline. A session that a variable gives comes first. With --check, usher asks the server about the \
    session in use. The exit status is 4 if there is none, or if the server ended it.
    """
  static let arguments: [Argument<Self>] = [
    .flag(\.all, "all", help: "Show every endpoint and project with saved sessions or steps."),
    .flag(\.check, "check", help: "Ask the server whether the session in use is still valid."),
  ]
  static let examples = [
    Example("usher status", "Show the endpoint and who is signed in."),
    Example("usher status --all --json", "Show everything that is saved, for a script."),
    Example("usher status --check --field checked.live", "See whether the session is still valid."),
  ]

  var all = false
  var check = false

  struct Result: CommandResult, OmitsMissing {
    var project: String
    var tenant: Nullable<String>
    /// What decided the destination.
    var source: String
    /// The name of the session in use, or the variable that it came from.
    var session: String
    var given: Given?
    var checked: Checked?
    var places: [Place]
  }

  /// The session from a variable. Without a request, nothing is known about a refresh token's account.
  struct Given: Codable, Sendable {
    var variable: String
    var account: AccountResult?
    var session: SessionResult?
  }

  /// The result of asking the server.
  struct Checked: Codable, Sendable {
    /// Whether a user is signed in and the session is still valid.
    var live: Bool
  }

  struct Place: Codable, Sendable {
    var profile: String
    var endpoint: String
    var project: String
    var tenant: String?
    var sessions: [NamedSessionResult]
    var pending: [PendingResult]
  }

  var asksServer: Bool { check }

  func report(in context: Context) throws -> Report<Result> {
    let destination = try context.place.destination()
    let given = context.sessions.given
    let problem = check ? try problem(context) : nil
    let state = try context.state.read()
    let key = try context.place.sessionKey(in: state)
    // If a variable provides the session, no saved session is in use.
    let inUse = given.variable == nil ? key : nil
    let bindings = all ? state.bindings : [destination.binding]
    let active = try given.findOffline()
    var report = Report(
      .ok,
      Result(
        project: destination.project, tenant: Nullable(destination.tenant),
        source: destination.source.rawValue,
        session: given.variable?.rawValue ?? key.name,
        given: given.variable.map { variable in
          Given(
            variable: variable.rawValue, account: active.map { AccountResult($0.saved) },
            session: active.map { SessionResult($0.saved) })
        },
        checked: check ? Checked(live: problem == nil) : nil,
        places: bindings.map { place($0, in: state, using: inUse) }))
    var blocks: [SessionBlock] = []
    if let variable = given.variable {
      blocks.append(SessionBlock(of: variable, active?.saved, at: destination))
    }
    // Where commands go is said even if nothing is saved there.
    for binding in bindings.contains(destination.binding) ? bindings : [destination.binding] + bindings {
      blocks += SessionBlock.all(
        in: binding, state, using: inUse, where: binding == destination.binding ? destination : nil)
    }
    if let named = context.settings.options.session, !all { blocks.removeAll { $0.session != named } }
    let now = context.world.now()
    report.lines = Array(blocks.map { $0.lines(at: now) }.joined(separator: [""]))
    if check { add(problem, to: &report, context) }
    report.notes = next(
      after: state.pending(in: destination.binding).filter { $0.session == key.name },
      isSignedIn: active != nil || inUse.map { state[$0] != nil } ?? false, context)
    return report
  }

  /// Returns the command that goes on: with a step that waits, or with a sign-in.
  private func next(after pending: [PendingStep], isSignedIn: Bool, _ context: Context) -> [Text] {
    guard context.person.isInteractive else { return [] }
    if let step = pending.last(where: { !$0.isExpired(at: context.world.now()) && !$0.needs.isEmpty }) {
      return context.next.lines("To finish", step.finish)
    }
    return isSignedIn ? [] : context.next.lines("To sign in", ["usher", "signin"])
  }

  /// Returns why the session in use is not valid, or that there is none; nil if it is valid.
  private func problem(_ context: Context) throws -> Diagnosis? {
    do {
      _ = try context.sessions.flow().checked()
      return nil
    } catch {
      let diagnosis = Diagnosis(error, now: context.world.now())
      guard diagnosis.exit == .notSignedIn || (error as? AuthFailure)?.endsSession == true else {
        throw error
      }
      return diagnosis
    }
  }

  private func add(_ problem: Diagnosis?, to report: inout Report<Result>, _ context: Context) {
    guard let problem else {
      report.lines += ["", "The server accepts the session in use."]
      return
    }
    report.status = .failed
    context.output.exitStatus = ExitCode.notSignedIn.rawValue
    report.lines +=
      [""]
      + context.next.completed(problem).lines(columns: context.output.columns, in: context.output.catalog).map
    {
      Text(verbatim: $0)
    }
  }

  private func place(_ binding: Binding, in state: SavedState, using key: SessionKey?) -> Place {
    let sessions = state[binding].sessions.sorted { $0.key < $1.key }
    return Place(
      profile: binding.profile, endpoint: binding.endpoint, project: binding.project, tenant: binding.tenant,
      sessions: sessions.map { name, session in
        NamedSessionResult(session, named: name, isCurrent: binding.session(name) == key)
      },
      pending: state.pending(in: binding).map(PendingResult.init))
  }
}

extension PendingStep {
  /// For people: what is awaited, and until when.
  func line(at now: Date, namingSession: Bool = true) -> Text {
    let end = isExpired(at: now) ? Text("expired") : Text("until \(expiresAt.timeOfDay(asOf: now))")
    return namingSession
      ? Text("\(id.rawValue): \(kind.awaited), session \(session), \(end)")
      : Text("\(id.rawValue): \(kind.awaited), \(end)")
  }
}

extension PendingKind {
  /// What a step waits for, for people.
  fileprivate var awaited: Text {
    switch self {
    case .phone(_, let code): "code sent to \(code.phoneNumber)"
    case .phoneElsewhere: "code of an SMS"
    case .phoneProof(let proof): "sign-in to the account that has \(proof.phone)"
    case .identity(let identity): "\(IdentityProvider(identity.providerID).name), to be linked"
    case .email(_, let link): "link sent to \(link.recipient)"
    case .secondFactor:
      sentCode.map { "second factor, code sent to \($0.phoneNumber)" } ?? "second factor of a sign-in"
    case .smsEnrollment(let code, _): "new second factor, code sent to \(code.phoneNumber)"
    case .totpEnrollment: "code of a new authenticator app"
    case .unsupported(let name, _): Text(verbatim: name)
    }
  }
}

struct WhoAmI: ToolCommand {
  static let name = "whoami"
  static let abstract: Text = "Show who is signed in, without asking the server."
  static let discussion = """
    It lists the account's providers with the names that unlink takes. With --check, usher asks the server. If \
    the server ended the session, usher removes it here, and the exit status is 4.
    """
  static let arguments: [Argument<Self>] = [
    .flag(\.claims, "claims", help: "Show the ID token's claims too."),
    .flag(\.check, "check", help: "Ask the server whether the session is still valid."),
  ]
  static let examples = [
    Example("usher whoami", "Show who is signed in."),
    Example("usher whoami --field account.uid", "Print the uid alone."),
    Example("usher whoami --check --quiet || usher signin", "Sign in only if needed."),
  ]

  var claims = false
  var check = false

  struct Result: CommandResult, OmitsMissing {
    var account: AccountResult
    var session: SessionResult
    /// `saved`, or the variable that the session came from.
    var source: String
    var claims: JSONValue?
  }

  var asksServer: Bool { check }
  var directions: Set<Direction> { check ? .all : .all.subtracting([.appCheckToken]) }

  func report(in context: Context) throws -> Report<Result> {
    if !claims { try context.settings.refuseFieldOfClaims(of: Self.name) }
    var active = try context.sessions.active()
    if check { active.saved = try context.sessions.flow().checked() }
    let place = try context.place.destination().spokenName
    let isByLink = active.saved.signInMethod == "email-link"
    let providers = active.saved.account.providers.map { provider -> Text in
      let word = IdentityProvider(provider).word
      return provider == "password" && isByLink
        ? "\(word) (e-mail link)" : Text(verbatim: SafeText.brief(word))
    }
    let variable = active.source.variable.map { Text("by \($0)") }
    let isTitle = active.saved.title.english == active.saved.uid
    let details = [isTitle ? nil : Text("uid \(active.saved.uid)"), place, variable].compactMap(\.self)
      .joined(
        separator: ", ")
    let (title, list) = (active.saved.fullTitle, providers.joined(separator: ", "))
    var report = Report(
      .ok,
      Result(
        account: AccountResult(active.saved), session: SessionResult(active.saved),
        source: active.source.variable ?? SessionSource.saved),
      lines: [
        providers.isEmpty
          ? Text("\(title) (\(details))").brief
          : Text("\(title) (\(details); providers: \(list))").brief
      ])
    if claims {
      let claims = active.saved.tokens.idToken.claims
      report.result.claims = claims
      report.lines.append(Text(verbatim: claims.text))
    }
    return report
  }
}
