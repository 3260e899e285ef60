import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import PrivateFiles

// What went wrong in a flow, and the command that leads on.

extension Diagnosis {
  init(_ problem: NotSignedIn) {
    self.init(.noCurrentUser, now: .distantPast)
    let session = problem.session
    if session.name != SessionKey.defaultName { message = "no user is signed in as '\(session.name)'" }
    if let step = problem.pending {
      hint = Hint("finish the pending sign-in", step.finish + session.option, needs: step.needs)
      return
    }
    guard let other = problem.others.first else {
      hint = Hint("sign in", ["usher", "signin"] + session.option)
      return
    }
    let here = problem.others.filter { $0.binding == session.binding }.map(\.name).sorted()
    hint =
      here.isEmpty
      ? Hint("sign in here", ["usher", "signin"] + session.option).because(
        "there is a session elsewhere: \(other.binding.spoken)")
      : Hint("use one of them, such as --as \(here[0])").because(
        "these sessions are signed in here: \(here.joined(separator: ", "))")
  }

  /// A program offers some methods only.
  static var methodNotOffered: Diagnosis {
    Diagnosis(
      AuthErrorCode.operationNotAllowed.name, .usage, "usher does not offer this sign-in method",
      hint: "use another one", retry: .newInput)
  }

  init(_ blocked: RegionBlocked, now: Date) {
    self.init(blocked.failure, now: now)
    page = .smsRegions(blocked.code)
  }

  init(_ problem: ResentTooSoon, now: Date) {
    let wait = max(1, Int(problem.resendAfter.timeIntervalSince(now).rounded(.up)))
    self.init(
      AuthErrorCode.tooManyRequests.name, .rateLimited,
      "a code was sent a moment ago; you can get another in \(wait) s",
      hint: Hint(
        "use the code that was sent, or wait for another",
        problem.kind.resend(problem.step, in: problem.session)),
      retry: .same, retryAfter: wait)
  }

  /// Something was done that could not be saved.
  init(_ failure: SavingFailed) {
    self.init(failure.cause)
    switch failure.done {
    case .sent(.email(_, let link)):
      message = "the mail was sent, but the address could not be saved: \(message)"
      hint = Hint("complete it", ["usher", "complete-link", "--email", link.email], needs: ["link"])
    case .sent(let kind):
      message = "the code was sent, but the next step could not be saved: \(message)"
      hint =
        if case .phone(.signIn, let code) = kind {
          Hint(
            Text("finish"), ["usher", "confirm-code", "--verification-id", code.verificationID],
            needs: ["code"])
        } else {
          "solve this problem, then ask for another code"
        }
    case .credentialUsed(let purpose, let account, let provider):
      message = "\(purpose.done(account.title, with: provider)), but could not save the session: \(message)"
      hint =
        if case .notWritable = failure.cause {
          "the credential is used up: set USHER_CONFIG_DIR to one of your folders, then sign in again"
        } else {
          "the credential is used up: solve this problem, then sign in again"
        }
    case .accountChanged:
      message = "the account is changed, but the session could not be saved: \(message)"
    }
  }

  /// The credential belongs to another account, which the same proof can sign in to.
  init(_ conflict: AccountConflict, now: Date) {
    self.init(conflict.error, now: now)
    guard let step = conflict.step else { return }
    let pending = ["--pending", step.id.rawValue] + conflict.session.option
    if let identity = step.identity {
      let first: Text = "sign in to the other account"
      let signIn =
        conflict.isAccountSignedIn
        ? Hint(first, template: ["usher", "signin"] + conflict.session.option)
        : Hint(first, identity.signIn + conflict.session.option)
      let link = ["usher", "link", "idp"] + pending
      let both = signIn.then("then link \(IdentityProvider(identity.providerID).name) to it", link)
      hint = conflict.isAccountSignedIn ? both.leading(to: link) : both
      return
    }
    hint =
      step.sentLink == nil
      ? Hint("sign in to the other account instead", ["usher", "confirm-code"] + pending, needs: step.needs)
      : Hint(
        "sign in to the other account with this link", ["usher", "complete-link"] + pending,
        needs: step.needs)
  }

  init(_ problem: OtherAddress) {
    self.init(
      AuthErrorCode.accountExistsWithDifferentCredential.name, .conflict,
      "the signed-in account does not have the address \(problem.email), so "
        + "\(IdentityProvider(problem.providerID).name) is not linked to it")
    let first: Text = "sign in to the account that has this address"
    hint =
      problem.step.map {
        // Under which name that account is signed in, its user knows.
        Hint(first).then(
          "then link \(IdentityProvider(problem.providerID).name)",
          template: ["usher", "link", "idp", "--pending", $0.id.rawValue, "--as", "SESSION"])
      } ?? Hint(first)
  }

  init(_ problem: LinkProblem) {
    switch problem {
    case .spent(let refusal, let link):
      self.init(.refused(refusal), now: .distantPast)
      let scanners: Text = "mail scanners sometimes open links first"
      hint = link.sendAgain?.because(scanners) ?? Hint(reason: scanners)
    case .forSomethingElse:
      self.init("auth/invalid-action-code", .rejected, "this link is for something else")
    case .foreignSession:
      self.init(
        "auth/no-current-user", .notSignedIn, "the link belongs to a session that is not on this machine",
        hint: "finish where you asked for the link")
    case .sentToAnotherAddress(let refusal):
      self.init(
        "auth/invalid-email", .rejected, "the link was sent to another address",
        hint: "name that address with --email: the link is still valid", serverCode: refusal.code.rawValue,
        retry: .newInput)
    }
  }

  init(_ problem: EnrollmentProblem) {
    switch problem {
    case .enrolledAlready(let type, let refusal, let session):
      self.init(
        "auth/second-factor-already-in-use", .conflict,
        type == .totp
          ? "the account already has an authenticator app" : "this number is already a second factor",
        hint: Hint("see the second factors", ["usher", "mfa", "list"] + session.option),
        serverCode: refusal?.code.rawValue)
    case .tooManyFactors(let limit, let session):
      self.init(
        "auth/maximum-second-factor-count-exceeded", .conflict,
        "the account has \(limit) second factors, which is the limit",
        hint: Hint("see the second factors", ["usher", "mfa", "list"] + session.option).then(
          "unenroll one", template: ["usher", "mfa", "unenroll", "FACTOR"] + session.option))
    case .sessionEnded(let refusal, let step, let session):
      self.init(refusal)
      message = "\(message); enrolling a phone does that"
      hint = Hint("sign in again", ["usher", "signin"] + session.option).then(
        "check whether it was enrolled",
        ["usher", "confirm-code", "--pending", step.id.rawValue] + session.option)
    }
  }

  /// What has to be done before a second factor can be enrolled.
  init(_ lack: EnrollmentLack) {
    let key = lack.key
    switch lack.condition {
    case .suitableSignIn:
      self.init(
        "auth/unsupported-first-factor", .account,
        "a session by \(lack.session.tokens.idToken.signInProvider) cannot have a second factor",
        hint: lack.session.account.providers == ["phone"]
          ? Hint("first link an address, to sign in with it", ["usher", "link", "email-link"] + key.option)
          : Hint(
            "sign in with a password, an e-mail link or an identity provider",
            ["usher", "signin"] + key.option))
    case .verifiedAddress:
      self.init(
        "auth/unverified-email", .account, "verify the account's address first",
        hint: Hint("mail a link", ["usher", "send-link", "--purpose", "verify-email"] + key.option))
    case .recentSignIn:
      self.init(
        "auth/requires-recent-login", .reauthNeeded, "a second factor needs a recent sign-in",
        hint: Hint(Text("re-authenticate"), ["usher", "reauth"] + key.option))
    }
  }

  init(_ problem: ChallengeProblem) {
    switch problem {
    case .unsupported:
      self.init(
        .unsupported, "this version of usher does not support this kind of second factor",
        hint: "choose another second factor with --factor")
    case .notChallenged(let factor, let signIn):
      self.init(
        "auth/missing-verification-id", .usage, "no code was sent to this second factor",
        hint: Hint("send one", factor.challenge(for: signIn.pending, in: signIn.session)))
    }
  }

  init(_ problem: PendingProblem) {
    switch problem {
    case .nothing(let session):
      self.init(
        .nothingPending, "nothing is pending",
        hint: Hint("start", ["usher", "signin"] + session.option))
    case .several(let steps, let session):
      let list = steps.map {
        $0.session == session.name
          ? Text("\($0.id.rawValue) (\($0.kindName))") : "\($0.id.rawValue) (\($0.kindName) of \($0.session))"
      }
      self.init(
        .severalPending, "several steps are pending: \(list.joined(separator: ", "))",
        hint: "name one with --pending ID")
    case .unknown(let id):
      self.init(.usage, "no step '\(id)' is pending", retry: .newInput)
    case .elsewhere(let step, _):
      self.init(.usage, "step \(step.id.rawValue) belongs to another place", retry: .newInput)
    }
  }

  init(_ gone: StepGone) {
    self.init(
      .stepGone, "another command cancelled the sign-in",
      hint: Hint("sign in again", gone.purpose.firstFactor(in: gone.session)))
  }

  init(_ expired: StepExpired) {
    self.init(
      "auth/code-expired", .expired, "this code has expired",
      hint: expired.step.kind.beginAnew(in: expired.session))
    if let identity = expired.step.identity {
      code = AuthErrorCode.accountExistsWithDifferentCredential.name
      message = "the sign-in at \(IdentityProvider(identity.providerID).name) was too long ago"
    }
    if case .secondFactor = expired.step.kind {
      code = AuthErrorCode.invalidMultiFactorSession.name
      message = "the sign-in took too long and has expired"
    }
  }
}

extension PendingStep {
  /// What the command that finishes it must be given.
  var needs: [String] {
    if sentLink != nil { return ["link"] }
    // The number is proven already.
    if case .phoneProof = kind { return [] }
    return ["code"]
  }
}

extension PendingIdentity {
  /// The command that signs in to the account that has its address, by a method of that account where one is known.
  fileprivate var signIn: [String] {
    guard let email else { return ["usher", "signin"] }
    switch providers.first(where: { $0 != providerID && $0 != "phone" }) {
    case "password": return ["usher", "signin", "password", "--email", email]
    case "emailLink": return ["usher", "send-link", email]
    case let provider?: return ["usher", "signin", "idp", provider]
    case nil: return ["usher", "signin", email]
    }
  }
}

extension Diagnosis {
  /// What people call what `provider` adds to an account. `password` stands for mailed links, too.
  static func spoken(provider: String) -> Text {
    switch provider {
    case "phone": "a phone number"
    case "password": "an e-mail address"
    default: Text(verbatim: IdentityProvider(provider).name)
    }
  }
}

extension CredentialPurpose {
  /// What was done, for the account called `title`.
  /// - Parameter provider: of the credential that did it.
  func done(_ title: Text, with provider: String?) -> Text {
    switch self {
    case .signIn: "signed in as \(title)"
    case .link:
      provider.map { "linked \(Diagnosis.spoken(provider: $0)) to \(title)" }
        ?? "linked a sign-in provider to \(title)"
    case .update: "changed the number to \(title)"
    case .reauthenticate: "re-authenticated as \(title)"
    }
  }

  /// The command that shows a first factor once more.
  func firstFactor(in session: SessionKey) -> [String] {
    ["usher", self == .reauthenticate ? "reauth" : "signin"] + session.option
  }

  /// How verify-phone is told of it.
  var flag: [String] { self == .signIn ? [] : ["--" + rawValue] }
}

extension SpentLink {
  /// The command that mails another; nil where nobody can ask for one.
  fileprivate var sendAgain: Hint? {
    guard let purpose else { return nil }
    let phrase: Text = "get a new one"
    func command(_ address: [String]) -> [String] {
      ["usher", "send-link"] + address + purpose.flags + ["--resend"] + session.option
    }
    if purpose == .verifyEmail { return Hint(phrase, command([])) }
    return email.map { Hint(phrase, command([$0])) } ?? Hint(phrase, template: command(["EMAIL"]))
  }
}

extension EmailPurpose {
  /// How send-link is told of it.
  var flags: [String] {
    switch self {
    case .credential(let purpose): purpose.flag
    case .verifyEmail, .changeEmail, .resetPassword: ["--purpose", rawValue]
    }
  }
}

extension EnrolledFactor {
  /// The command that challenges it for `step`; nil where nothing is kept.
  func challenge(for step: PendingStep?, in session: SessionKey) -> [String] {
    let pending = step.map { ["--pending", $0.id.rawValue] } ?? []
    return ["usher", "mfa", "challenge", uid] + pending + session.option
  }
}

extension PendingKind {
  /// The command that confirms `step`, which is of this kind; nil where nothing is kept.
  func confirm(_ step: PendingStep?, in session: SessionKey) -> [String] {
    let named: [String] =
      switch (step, self) {
      case (let step?, _): ["--pending", step.id.rawValue] + factorOption
      case (nil, .phone(_, let code)): ["--verification-id", code.verificationID]
      case (nil, .phoneElsewhere(let id)): ["--verification-id", id]
      case (nil, _): []
      }
    return ["usher", "confirm-code"] + named + session.option
  }

  /// The option that names the factor again, where an SMS of the step does not say which one is meant.
  private var factorOption: [String] {
    guard case .secondFactor(_, let choice) = self, choice.factors.count > 1, let factor = choice.challenged,
      factor.type != .phone
    else { return [] }
    return ["--factor", factor.uid]
  }

  /// The command that sends another code for `step`, which is of this kind; nil where none is sent.
  func resend(_ step: PendingStep?, in session: SessionKey) -> [String]? {
    switch self {
    case .phone(let purpose, let code):
      ["usher", "verify-phone"] + purpose.flag + [code.phoneNumber, "--resend", "--wait-resend"]
        + session.option
    case .smsEnrollment(let code, _):
      ["usher", "mfa", "enroll", "sms", code.phoneNumber, "--resend"] + session.option
    case .secondFactor(_, let choice):
      choice.challenged.map { $0.challenge(for: step, in: session) + ["--resend"] }
    case .phoneElsewhere, .phoneProof, .identity, .email, .totpEnrollment, .unsupported: nil
    }
  }

  /// How to begin what waits again from the beginning.
  func beginAnew(in session: SessionKey) -> Hint {
    switch self {
    case .phone(let purpose, let code):
      Hint(
        "get a new code",
        ["usher", "verify-phone"] + purpose.flag + [code.phoneNumber] + session.option)
    case .secondFactor(let purpose, _): Hint("sign in again", purpose.firstFactor(in: session))
    case .smsEnrollment: Hint("start again", ["usher", "mfa", "enroll", "sms"] + session.option)
    case .totpEnrollment: Hint("start again", ["usher", "mfa", "enroll", "totp"] + session.option)
    case .identity(let identity):
      Hint("start again", ["usher", "link", "idp", identity.providerID] + session.option)
    case .phoneElsewhere, .phoneProof, .email, .unsupported:
      Hint("get a new code", ["usher", "verify-phone"] + session.option)
    }
  }
}

extension SessionKey {
  /// The option that names this session; where it goes without saying, it is left out when a command is completed.
  var option: [String] { ["--as", name] }
}

extension Diagnosis {
  /// A variable says who is signed in.
  init(_ problem: SessionShadowed) {
    self.init(
      .sessionGiven,
      "\(problem.variable) sets who is signed in, so a new session would not be used",
      hint: Hint("unset it", copying: "unset \(problem.variable)").then("or name a session with --as NAME"))
  }
}
