import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

/// Completes a mailed link of any kind, once it is understood and found to be this destination's.
struct LinkCompletion {
  let context: Context
  let session: SessionKey
  let link: ActionCodeURL
  /// What its continue URL says that it does.
  let state: LinkState?
  /// What the person said the link was sent to.
  var email: EmailAddress?
  /// The step that was named, if one was.
  var step: PendingStep?
  let password: PasswordOptions
  var secondFactor = FactorOptions()

  func complete() throws -> Report<StepResult> {
    var report =
      switch link.operation {
      case .signIn: try signIn()
      case .resetPassword: try resetPassword()
      case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition: try apply()
      }
    report.result.continueURL = link.continueURL.map(LinkState.removed)
    return report
  }

  /// The address is never taken from the link: who sends somebody a link of their own must not sign them in
  /// to an account of their own.
  private func signIn() throws -> Report<StepResult> {
    // A step that was named knows best: where the address turned out to be another account's, the link signs
    // in to that one.
    let purpose = namedPurpose ?? state?.purpose ?? .signIn
    let saved = try context.savedState()
    if purpose != .signIn, let state, saved[session]?.uid != state.uid {
      throw Diagnosis(
        "auth/no-current-user", .notSignedIn, "the link belongs to a session that is not here",
        hint: "finish where it was started: there, run usher complete-link")
    }
    let step = step ?? remembered(purpose, in: saved)
    let email = try address(rememberedBy: step)
    do {
      return try CredentialUse(
        context: context, session: session, purpose: purpose, method: "email-link", step: step,
        secondFactor: secondFactor
      ).spend(.emailLink(email: email.text, link: link))
    } catch AuthError.refused(let refusal) where refusal.code == .invalidEmail {
      throw Diagnosis(
        "auth/invalid-email", .rejected, "the link was sent to another address",
        hint: "name that one with --email; the link is still good", serverCode: refusal.code.rawValue,
        retry: .newInput)
    } catch AuthError.refused(let refusal) where refusal.code == .emailExists && purpose == .link {
      throw try conflict(refusal, over: email, step)
    }
  }

  private var namedPurpose: SignInPurpose? {
    if case .email(let kind, _) = step?.kind { kind.signInPurpose } else { nil }
  }

  /// The link is still good, so it can sign in to the account that has the address, without another mail.
  private func conflict(
    _ refusal: ServerError, over email: EmailAddress, _ step: PendingStep?
  ) throws -> Diagnosis {
    var diagnosis = Diagnosis(refusal)
    guard context.keepsState else { return diagnosis }
    let now = context.now()
    let kept = try context.stateFile().update { state in
      if let step { state.removePending(step.id) }
      return state.addPending(
        .email(.signIn, SentLink(email: email.text, sentAt: step?.sentLink?.sentAt ?? now)), to: session,
        createdAt: now, expiresAt: step?.expiresAt ?? now + 3600)
    }
    let argv = context.command("complete-link", "--pending", kept.id.rawValue, session: session)
    diagnosis.nextStep = argv
    diagnosis.hint = "sign in to that account with the same link: " + argv.shellLine
    return diagnosis
  }

  private func address(rememberedBy step: PendingStep?) throws -> EmailAddress {
    if let email { return email }
    if case .email(_, let link) = step?.kind { return try EmailAddress.read(link.email) }
    // No address helps a link that is over.
    _ = try context.auth().checkActionCode(link.code)
    guard context.isInteractive else {
      throw UsageError.misuse(
        "no address is remembered for that link", hint: "name the address it was sent to with --email")
    }
    return try EmailAddress.read(nil, asking: "The address that the link was sent to: ", in: context)
  }

  private func remembered(_ purpose: SignInPurpose, in state: SavedState) -> PendingStep? {
    state.pending(of: session).last { step in
      guard case .email(let kind, _) = step.kind else { return false }
      return kind.signInPurpose == purpose
    }
  }

  private func resetPassword() throws -> Report<StepResult> {
    let auth = try context.auth()
    // Says whose password it is, and that the link is still good, before anybody types a new one.
    let account = try auth.checkActionCode(link.code).email
    let password = try password.password(
      asking: "New password\(account.map { " for \($0)" } ?? ""): ", in: context)
    let email = try auth.confirmPasswordReset(withCode: link.code, newPassword: password) ?? account
    try forget(.resetPassword)
    return Report(
      .ok, result(email: email),
      lines: ["The password\(email.map { " of \($0)" } ?? "") is changed; other sessions have ended."],
      notes: [
        "Sign in with:  "
          + (["usher", "signin", "password"] + (email.map { ["--email", $0] } ?? [])).shellLine
      ],
      isConfirmation: true)
  }

  private func apply() throws -> Report<StepResult> {
    let answer = try context.auth().applyActionCode(link.code)
    let email = answer.newEmail ?? answer.email
    switch link.operation {
    case .verifyEmail: try forget(.verifyEmail)
    case .revertSecondFactorAddition: break
    default: try forget(.changeEmail)
    }
    try refreshSession(of: answer.localId)
    let sentence =
      switch link.operation {
      case .verifyEmail: "The address \(email ?? "") is proved."
      case .verifyAndChangeEmail: "The address is now \(email ?? "changed")."
      case .revertSecondFactorAddition:
        "The second factor is taken off again. Set a new password if somebody else added it."
      default: "The address is \(email ?? "") again. Set a new password if somebody else changed it."
      }
    return Report(.ok, result(email: email), lines: [sentence], isConfirmation: true)
  }

  /// What was proved or changed shows in the session too, if it is that account's. A change of address ends
  /// sessions, this one among them.
  private func refreshSession(of uid: String?) throws {
    guard context.keepsState, let saved = try context.savedState()[session], uid == nil || saved.uid == uid
    else { return }
    let auth = try context.auth(user: try saved.user())
    do {
      try auth.idToken(forcingRenewal: true)
      try keep(SavedSession(try auth.reload(), signedInAt: saved.signedInAt), inPlaceOf: saved)
    } catch let error as AuthError {
      if error.endsSession { try keep(nil, inPlaceOf: saved) }
      context.tell(
        error.endsSession
          ? "The session here has ended; sign in again." : "The session here is not up to date.")
    }
  }

  private func keep(_ renewed: SavedSession?, inPlaceOf saved: SavedSession) throws {
    try context.stateFile().update { state in
      _ = state.replace(session, holding: saved.refreshToken ?? "", with: renewed)
    }
  }

  private func forget(_ purpose: EmailPurpose) throws {
    guard context.keepsState else { return }
    try context.stateFile().update { state in
      for step in state.pending(of: session) where step.kindName == purpose.rawValue {
        state.removePending(step.id)
      }
    }
  }

  private func result(email: String?) -> StepResult {
    StepResult(operation: link.operation.rawValue, email: Nullable(email))
  }

}

extension EmailPurpose {
  /// What a sign-in link of this kind does.
  var signInPurpose: SignInPurpose? {
    switch self {
    case .signIn: .signIn
    case .link: .link
    case .reauthenticate: .reauthenticate
    case .verifyEmail, .changeEmail, .resetPassword: nil
    }
  }
}
