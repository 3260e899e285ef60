import AuthClient
import CommandKit
import Essentials

struct SendLink: ToolCommand {
  static let name = "send-link"
  static let abstract = "Mail a link that signs in, or that proves, changes or resets something."
  static let discussion = """
    The address is remembered on this machine, and complete-link finishes with the link from the mail. The \
    address never goes into the link.

    Asking again for the same address within a minute sends nothing; --resend sends another in any case, \
    and the older link ends.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.email, "email", help: "The address; for change-email the new one."),
      .option(\.purpose, "purpose", value: "PURPOSE", help: "What the link does; signin unless told."),
      .flag(\.link, "link", help: "Make the address another way in to the account that is signed in."),
      .flag(\.reauthenticate, "reauth", help: "Prove again that the signed-in person is there."),
      .flag(\.wait, "wait", help: "Wait until the link is opened in a browser on this machine, and finish."),
      .option(
        \.listen, "listen", value: "ADDRESS:PORT",
        help: "With --wait, serve the page here; 127.0.0.1 and any port unless told."),
      .option(
        \.pageHost, "page-host", value: "NAME",
        help: "With --wait, the name by which the browser reaches the page."),
      .flag(\.resend, "resend", help: "Send another; without EMAIL, to the address that waits for one."),
    ] + Argument.set(\.settings)
  static let examples = [
    Example("usher send-link kim@example.com", "Mail a sign-in link."),
    Example("usher send-link --purpose verify-email", "Prove the address of the account that is signed in."),
    Example("usher send-link kim@example.com --link", "Add an address to the account that is signed in."),
    Example("usher send-link --resend", "Send another, because a mail scanner opened the first."),
  ]

  var email: String?
  var purpose: LinkPurpose?
  var link = false
  var reauthenticate = false
  var wait = false
  var listen: ListenAddress?
  var pageHost: PageHost?
  var resend = false
  var settings = LinkOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    let purpose = try emailPurpose
    if purpose.needsSession, state[session] == nil { throw AuthError.noCurrentUser }
    if purpose.needsAddress, state[session]?.account.email == nil {
      throw Diagnosis(
        "auth/missing-email", .account,
        "the account has no address to \(purpose == .verifyEmail ? "prove" : "change")",
        hint: "add one with: usher send-link EMAIL --link")
    }
    try context.sayWhichServer()
    let sending = LinkSending(context: context, session: session, purpose: purpose)
    let address = try address(for: purpose, in: state, session, context)
    if wait {
      return try LinkWait(sending: sending, listen: listen, pageHost: pageHost).report(to: address) { url in
        try actionCodeSettings(for: purpose, state[session], leadingTo: url, context)
      }
    }
    guard listen == nil, pageHost == nil else {
      throw UsageError.misuse("--listen and --page-host go with --wait")
    }
    let outcome = try sending.send(
      to: address, settings: try actionCodeSettings(for: purpose, state[session], leadingTo: nil, context),
      resend: resend)
    try context.sayWhereMailIs(for: address)
    return report(on: outcome, to: address, session, context)
  }

  private var emailPurpose: EmailPurpose {
    get throws {
      switch (purpose ?? .signIn, link, reauthenticate) {
      case (.signIn, false, false): .signIn
      case (.signIn, true, false): .link
      case (.signIn, false, true): .reauthenticate
      case (.verifyEmail, false, false): .verifyEmail
      case (.resetPassword, false, false): .resetPassword
      case (.changeEmail, false, false): .changeEmail
      default: throw UsageError.misuse("--purpose, --link and --reauth exclude each other")
      }
    }
  }

  /// The address that was typed, waits for a link, or is the account's own.
  private func address(
    for purpose: EmailPurpose, in state: SavedState, _ session: SessionKey, _ context: Context
  ) throws -> EmailAddress {
    if let email {
      guard purpose != .verifyEmail || email == state[session]?.account.email else {
        throw UsageError.misuse("verify-email proves the account's own address", hint: "leave EMAIL out")
      }
      return try EmailAddress.read(email)
    }
    var known: String?
    if resend,
      case .email(_, let link) = state.pending(of: session).last(where: { $0.kindName == purpose.rawValue })?
        .kind
    {
      known = link.newEmail ?? link.email
    }
    if [.verifyEmail, .reauthenticate].contains(purpose) { known = known ?? state[session]?.account.email }
    return try EmailAddress.read(known, in: context)
  }

  private func actionCodeSettings(
    for purpose: EmailPurpose, _ saved: SavedSession?, leadingTo page: String?, _ context: Context
  ) throws -> ActionCodeSettings? {
    let isSignIn = [.signIn, .link, .reauthenticate].contains(purpose)
    guard isSignIn || settings.isGiven || page != nil else { return nil }
    if page != nil, settings.continueURL != nil {
      throw UsageError.misuse("--wait serves the continue URL itself, so --continue-url does not go with it")
    }
    let url = try page ?? settings.continueURL ?? context.defaultContinueURL()
    guard isSignIn, purpose != .signIn, let uid = saved?.uid else { return settings.settings(leadingTo: url) }
    let state = LinkState(purpose: purpose == .link ? .link : .reauthenticate, uid: uid)
    return settings.settings(leadingTo: state.added(to: url))
  }

  private func report(
    on outcome: LinkSending.Outcome, to address: EmailAddress, _ session: SessionKey, _ context: Context
  ) -> Report<StepResult> {
    let spoken = context.command("complete-link", session: session)
    var next = spoken
    if let step = outcome.step {
      next.insert(contentsOf: ["--pending", step.id.rawValue], at: 2)
    } else {
      next.insert(contentsOf: ["--email", address.text], at: 2)
    }
    return Report(
      .pending,
      StepResult(
        sent: outcome.sent, pending: Nullable(outcome.step.map(PendingResult.init)),
        nextStep: Nullable(NextStepResult(argv: next, needs: ["link"]))),
      lines: [
        outcome.sent
          ? "Mail sent to \(address)."
          : "The mail sent to \(address) a moment ago still stands; --resend sends another."
      ],
      notes: ["To finish:  \(spoken.shellLine)  (and paste the link from the mail)"],
      isConfirmation: true)
  }
}

extension EmailPurpose {
  /// Whether it is about the account that is signed in.
  var needsSession: Bool { self != .signIn && self != .resetPassword }

  /// Whether it is about the address that the account has.
  fileprivate var needsAddress: Bool { self == .verifyEmail || self == .changeEmail }
}
