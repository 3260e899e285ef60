package import AuthClient
import Essentials
import IdentityToolkit

/// Uses a credential and saves, once, what comes of it: the session, and that no step is pending any more.
package struct CredentialUse {
  let flow: FlowSession
  let purpose: CredentialPurpose
  /// The sign-in method: `phone`, `email-link`, `password`… It is offered first the next time.
  let method: String?
  /// What is finished by this.
  let step: PendingStep?

  package init(
    _ flow: FlowSession, for purpose: CredentialPurpose, method: String?, finishing step: PendingStep? = nil
  ) {
    self.flow = flow
    self.purpose = purpose
    self.method = method
    self.step = step
  }

  /// - Throws: `AuthFailure`; `SavingFailed` where the credential is used up and the session could not be saved.
  package func use(_ credential: ProviderCredential) throws -> SignInOutcome {
    let auth = try auth()
    do {
      return try outcome(of: try auth.use(credential, for: purpose), credential.providerID)
    } catch AuthFailure.refused(let refusal) where Self.usedUp.contains(refusal.code) {
      // An earlier run may have used it, and ended before that was saved: the account knows.
      guard let step, [.link, .update].contains(purpose) else { throw AuthFailure.refused(refusal) }
      let user = try auth.reload()
      guard step.isDone(for: user.account) else { throw AuthFailure.refused(refusal) }
      return .signedIn(try saved(user, nil, credential.providerID))
    } catch AuthFailure.accountExistsWithDifferentCredential(let email, let providers, let credential) {
      throw AccountConflict(
        error: .accountExistsWithDifferentCredential(email: email, providers: providers, credential),
        session: flow.key,
        step: try kept(PendingIdentity(credential, email: email, providers: providers)),
        isAccountSignedIn: try email.map { try flow.current()?.account.hasAddress($0) == true } ?? false)
    }
  }

  /// What servers say of a code or a link that did its work before.
  private static let usedUp: Set<ServerErrorCode> = [
    .invalidSessionInfo, .invalidOOBCode, .expiredOOBCode,
  ]

  /// Signs in by a call that takes no credential: anonymous, a custom token, a new account.
  package func signIn(_ call: (BlockingAuth) throws(AuthFailure) -> SignInResult) throws -> SignInOutcome {
    try outcome(of: try call(try flow.auth()))
  }

  /// Ends a sign-in with its second factor.
  func resolve(
    _ resolver: ResolverRecord, with assertion: MultiFactorAssertion
  ) throws -> SignInOutcome {
    let auth = try auth()
    return try outcome(
      of: purpose == .reauthenticate
        ? try auth.resolveReauthentication(resolver, with: assertion)
        : try auth.resolveSignIn(resolver, with: assertion))
  }

  /// The auth client, with the session's user where the purpose needs one.
  private func auth() throws -> BlockingAuth {
    guard purpose.needsCurrentUser else { return try flow.auth() }
    let saved = try flow.saved()
    // Another sign-in came since the step was begun: what was meant for one user must not reach the other.
    if let uid = step?.uid, uid != saved.uid { throw AuthFailure.userMismatch }
    return try flow.auth(saved.user)
  }

  /// - Parameter provider: of the credential that was used, if one was.
  private func outcome(of result: SignInResult, _ provider: String? = nil) throws -> SignInOutcome {
    switch result {
    case .signedIn(let user, let additional): .signedIn(try saved(user, additional, provider))
    case .secondFactorRequired(let resolver): .secondFactorRequired(try kept(resolver))
    }
  }

  private func saved(
    _ user: UserRecord, _ additional: AdditionalUserInfo?, _ provider: String?
  ) throws -> SignedIn {
    var replaced: SavedSession?
    var session = SavedSession(user, signedInAt: flow.now(), signInMethod: method)
    do {
      try flow.state.update { state in
        // What a variable gives is used and never saved.
        if flow.givenBy == nil {
          replaced = state[flow.key].flatMap { $0.uid == session.uid ? nil : $0 }
          // A provider that is linked is not the one that was signed in with.
          if [.link, .update].contains(purpose) { session.signInMethod = state[flow.key]?.signInMethod }
          state[flow.key] = session
        }
        noteProgress(in: &state)
      }
    } catch {
      throw SavingFailed(.credentialUsed(purpose, user.account, provider: provider), error)
    }
    return SignedIn(
      session: session, purpose: purpose, provider: provider, additional: additional, replaced: replaced)
  }

  /// Keeps what can be linked once the account's user has signed in; nothing where the service gave no reference.
  private func kept(_ identity: PendingIdentity?) throws -> PendingStep? {
    guard let identity, purpose == .signIn else { return nil }
    let now = flow.now()
    return try flow.state.update { state in
      state.addPending(.identity(identity), to: flow.key, createdAt: now)
    }
  }

  /// Keeps what the first factor gave, before anything else.
  private func kept(_ resolver: ResolverRecord) throws -> SecondFactorStep {
    var resolver = resolver
    let known = try flow.state.read()[flow.binding].sessions.values.flatMap(\.account.factors)
    resolver.hints = resolver.hints.map { $0.masked(knowing: known) }
    let choice = SecondFactorChoice(resolver, signInMethod: method)
    let now = flow.now()
    let uid = purpose == .reauthenticate ? try flow.current()?.uid : nil
    let pending = try flow.state.update { state in
      noteProgress(in: &state)
      return state.addPending(
        .secondFactor(purpose, choice), to: flow.key, uid: uid, createdAt: now)
    }
    return SecondFactorStep(session: flow.key, purpose: purpose, choice: choice, pending: pending)
  }

  private func noteProgress(in state: inout SavedState) {
    if let method { state[flow.binding].lastMethod = method }
    if let step { state.removePending(step.id) }
  }
}

extension EnrolledFactor {
  /// With its number masked as everywhere. A server may hide more of it than an account that was signed in shows.
  /// - Parameter factors: of such accounts.
  fileprivate func masked(knowing factors: [EnrolledFactor]) -> EnrolledFactor {
    var factor = self
    let number = factors.first { $0.uid == uid }?.phoneNumber ?? phoneNumber
    factor.phoneNumber = number.map { MaskedNumber.mask($0) }
    return factor
  }
}

extension PendingIdentity {
  fileprivate init?(_ credential: OAuthCredential, email: String?, providers: [String]) {
    guard let pendingToken = credential.pendingToken else { return nil }
    self.init(
      providerID: credential.providerID, pendingToken: pendingToken, email: email, providers: providers)
  }

  /// What links it.
  package var credential: OAuthCredential {
    OAuthCredential(providerID: providerID, pendingToken: pendingToken)
  }
}

extension Account {
  func hasAddress(_ email: String) -> Bool { self.email?.hasBytes(ofAnyCase: email) == true }
}
