package import AuthClient
import Essentials
package import IdentityToolkit

/// Completes a mailed link of any kind, once it is understood and found to be this destination's.
package struct LinkCompletion {
  private let flow: FlowSession
  private let link: ActionCodeURL
  /// What its continue URL says that it is for.
  private let state: LinkState?
  /// The step that was named, if one was.
  private let step: PendingStep?
  /// What the person said the link was sent to.
  package var email: EmailAddress?
  package var newPassword: String?

  package init(
    _ flow: FlowSession, _ link: ActionCodeURL, state: LinkState?, email: EmailAddress? = nil,
    step: PendingStep? = nil
  ) {
    self.flow = flow
    self.link = link
    self.state = state
    self.email = email
    self.step = step
  }

  package enum Outcome {
    case signIn(SignInOutcome)
    case passwordChanged(email: String?)
    case applied(AppliedLink)
    /// The address that the link was sent to, to be given as `email`. The link is still good.
    case needsAddress
    /// The new password, to be given as `newPassword`. The link is still good.
    case needsNewPassword(email: String?)
  }

  /// - Throws: `LinkProblem`, `AccountConflict`, `AuthFailure`.
  package func complete() throws -> Outcome {
    do {
      return switch link.operation {
      case .emailLink: try signIn()
      case .passwordReset: try resetPassword()
      case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition,
        .unknown:
        .applied(try apply())
      }
    } catch AuthFailure.refused(let refusal)
      where [.expiredOOBCode, .invalidOOBCode].contains(refusal.code) && !refusal.isOfClock
    {
      throw LinkProblem.spent(refusal, try spentLink())
    }
  }

  private func spentLink() throws -> SpentLink {
    let purpose = namedPurpose.map(EmailPurpose.credential) ?? EmailPurpose(of: link, state: state)
    let remembered = try purpose.flatMap { purpose in
      try step ?? flow.state.read().pending(of: flow.key, .email(purpose)).last
    }
    return SpentLink(
      purpose: purpose, email: email?.text ?? remembered?.sentLink?.recipient, session: flow.key)
  }

  /// The address is never taken from the link: a stranger who sends a user a link of their own must not sign
  /// that user in to the stranger's account.
  private func signIn() throws -> Outcome {
    // A step that was named knows best: where the address turned out to be another account's, the link signs
    // in to that one.
    let purpose = namedPurpose ?? state?.purpose ?? .signIn
    let saved = try flow.state.read()
    try flow.refuseShadowed(by: purpose)
    if purpose != .signIn, let state, try flow.current()?.uid != state.uid {
      throw LinkProblem.foreignSession
    }
    let step = step ?? saved.pending(of: flow.key, .email(.credential(purpose))).last
    guard let email = email?.text ?? step?.sentLink?.email else {
      // No address helps a link that is used or has expired.
      _ = try flow.auth().checkActionCode(link.code)
      return .needsAddress
    }
    do {
      return .signIn(
        try CredentialUse(flow, for: purpose, method: "email-link", finishing: step)
          .use(.emailLink(email: email, link: link)))
    } catch AuthFailure.refused(let refusal) where refusal.code == .invalidEmail {
      throw LinkProblem.sentToAnotherAddress(refusal)
    } catch AuthFailure.refused(let refusal) where refusal.code == .emailExists && purpose == .link {
      throw AccountConflict(error: .refused(refusal), session: flow.key, step: try keepSignIn(email, step))
    }
  }

  private var namedPurpose: CredentialPurpose? {
    if case .email(.credential(let purpose), _) = step?.kind { purpose } else { nil }
  }

  /// The link is still good, so it can sign in to the account that has the address, without another mail.
  private func keepSignIn(_ email: String, _ step: PendingStep?) throws -> PendingStep? {
    let now = flow.now()
    return try flow.state.update { state in
      if let step { state.removePending(step.id) }
      return state.addPending(
        .email(.credential(.signIn), SentLink(email: email, sentAt: step?.sentLink?.sentAt ?? now)),
        to: flow.key, createdAt: now, expiresAt: step?.expiresAt)
    }
  }

  private func resetPassword() throws -> Outcome {
    let auth = try flow.auth()
    // Says whose password it is, and that the link is still good, before anybody types a new one.
    let account = try auth.checkActionCode(link.code).email
    guard let newPassword else { return .needsNewPassword(email: account) }
    let email = try auth.confirmPasswordReset(withCode: link.code, newPassword: newPassword)
    try forget(.resetPassword)
    return .passwordChanged(email: email ?? account)
  }

  private func apply() throws -> AppliedLink {
    let answer = try flow.auth().applyActionCode(link.code)
    switch link.operation {
    case .verifyEmail: try forget(.verifyEmail)
    case .revertSecondFactorAddition: break
    default: try forget(.changeEmail)
    }
    return AppliedLink(
      operation: link.operation, email: answer.newEmail ?? answer.email,
      session: try refreshSession(of: answer.localId))
  }

  /// What was verified or changed shows in the session too, if it is that account's. A change of address ends
  /// sessions, this one among them.
  private func refreshSession(of uid: String?) throws -> AppliedLink.SessionState {
    guard flow.state.isKept, flow.givenBy == nil, let saved = try flow.state.read()[flow.key],
      uid == nil || saved.uid == uid
    else { return .unaffected }
    let auth = try flow.auth(saved.user)
    do {
      try auth.idToken(forcingRenewal: true)
      try keep(saved.updated(try auth.reload()), of: auth)
      return .unaffected
    } catch is AuthFailure {
      guard auth.currentUser == nil else { return .stale }
      try keep(nil, of: auth)
      return .ended
    }
  }

  private func keep(_ session: SavedSession?, of auth: BlockingAuth) throws {
    try flow.state.update { state in
      state.replace(flow.key, holding: auth.renewedUser?.tokens.refreshToken, with: session)
    }
  }

  private func forget(_ purpose: EmailPurpose) throws {
    try flow.state.update { state in
      for step in state.pending(of: flow.key, .email(purpose)) { state.removePending(step.id) }
    }
  }
}

/// What a link did that is no credential.
package struct AppliedLink: Equatable, Sendable {
  package let operation: ActionCodeOperation
  package let email: String?
  package let session: SessionState

  /// What became of the session here.
  package enum SessionState: Sendable {
    case unaffected
    case ended
    /// It could not be brought up to date.
    case stale
  }
}
