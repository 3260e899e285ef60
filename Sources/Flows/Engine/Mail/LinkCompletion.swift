package import AuthClient
import Essentials
package import IdentityToolkit

/// Completes an e-mail link of any kind, after it was read and its destination was checked.
package struct LinkCompletion {
  private let flow: FlowSession
  private let link: ActionCodeURL
  /// The purpose in the link's continue URL.
  private let state: LinkState?
  /// The step that the user named, if any.
  private let step: PendingStep?
  /// The address that, according to the user, the link was sent to.
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
    case signIn(Progress)
    case passwordChanged(email: String?)
    case applied(AppliedLink)
    /// The address that the link was sent to is missing: set `email`. The link is still valid.
    case needsAddress
    /// The new password is missing: set `newPassword`. The link is still valid.
    case needsNewPassword(email: String?)
  }

  /// Completes the link.
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
    // Without a step, nothing says whose link it was: the user who is signed in may be another one.
    return SpentLink(
      purpose: purpose, email: email?.text ?? remembered?.sentLink?.recipient, session: flow.key)
  }

  /// Signs in with the link. The address never comes from the link, because an attacker's link must not sign a user in
  /// to the attacker's account.
  private func signIn() throws -> Outcome {
    // The purpose of a named step comes first. If the address belongs to another account, the link signs in to that
    // one.
    let purpose = namedPurpose ?? state?.purpose ?? .signIn
    let saved = try flow.state.read()
    try flow.refuseShadowed(by: purpose)
    if purpose != .signIn, let state, try flow.current()?.uid != state.uid {
      throw LinkProblem.foreignSession
    }
    let step = step ?? saved.pending(of: flow.key, .email(.credential(purpose))).last
    guard let email = email?.text ?? step?.sentLink?.email else {
      // If the link was used or has expired, an address does not help.
      _ = try flow.auth().checkActionCode(link.code)
      return .needsAddress
    }
    // A sign-in may have been requested for another session. Other links are for the account of their own session.
    let requested =
      step
      ?? (purpose == .signIn ? saved.pending(in: flow.binding) : []).last {
        $0.kind.name == .email(.credential(.signIn)) && $0.sentLink?.email == email
      }
    do {
      return .signIn(
        try CredentialUse(flow, for: purpose, method: "email-link", finishing: requested)
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

  /// The link is still valid, so it can sign in to the account that has the address, without another e-mail.
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
    // This shows whose password it is, and that the link is valid, before the user types a new password.
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

  /// Updates the session if the change was to its account. A change of address ends sessions, including this one.
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
      state.replace(flow.key, since: auth.renewedUser, with: session)
    }
  }

  private func forget(_ purpose: EmailPurpose) throws {
    try flow.state.update { state in
      for step in state.pending(of: flow.key, .email(purpose)) { state.removePending(step.id) }
    }
  }
}

/// The effect of a link that is not a credential.
package struct AppliedLink: Equatable, Sendable {
  package let operation: ActionCodeOperation
  package let email: String?
  package let session: SessionState

  /// The effect on the session here.
  package enum SessionState: Sendable {
    case unaffected
    case ended
    /// The session could not be updated.
    case stale
  }
}

/// The reason why an e-mail link cannot be completed.
package enum LinkProblem: Error, Equatable {
  /// The link links a provider to, or re-authenticates, an account that is not signed in here.
  case foreignSession
  /// The link is not the one that the goal needs.
  case forSomethingElse
  /// The link was sent to another address, and is still valid.
  case sentToAnotherAddress(ServerError)
  /// The link was used or has expired.
  case spent(ServerError, SpentLink)

  /// Whether the link works with another address.
  var isOfAddress: Bool { if case .sentToAnotherAddress = self { true } else { false } }
}

/// A link that no longer works, with the known facts about its e-mail.
package struct SpentLink: Equatable, Sendable {
  /// The purpose; nil for an e-mail that the service sends without a request, for example after a change of address.
  package let purpose: EmailPurpose?
  /// The address that the e-mail was sent to, if it is known.
  package let email: String?
  package let session: SessionKey
}

extension FlowSession {
  /// Updates the session after the user opened a link for `purpose` on the service's own page.
  package func arrived(byLinkFor purpose: EmailPurpose) throws -> SavedSession {
    try state.update { state in
      for step in state.pending(of: key, .email(purpose)) { state.removePending(step.id) }
    }
    return try AccountUse(self).reloaded(renewing: true)
  }
}
