package import AuthClient
import Essentials
import IdentityToolkit

/// Uses a credential, and saves the session and the end of the step in one write.
package struct CredentialUse {
  let flow: FlowSession
  let purpose: CredentialPurpose
  /// The sign-in method: `phone`, `email-link`, `password`… The next sign-in offers it first.
  let method: String?
  /// The step that this finishes.
  let step: PendingStep?

  package init(
    _ flow: FlowSession, for purpose: CredentialPurpose, method: String?, finishing step: PendingStep? = nil
  ) {
    self.flow = flow
    self.purpose = purpose
    self.method = method
    self.step = step
  }

  /// Uses `credential`.
  /// - Throws: `AuthFailure`. `SavingFailed` if the credential is used up and the session could not be saved.
  package func use(_ credential: ProviderCredential) throws -> Progress {
    let auth = try auth()
    do {
      let result = try flow.verifyingApp(auth) { auth throws(AuthFailure) in
        try auth.use(credential, for: purpose)
      }
      return try outcome(of: result, credential.providerID)
    } catch AuthFailure.refused(let refusal) where Self.usedUp.contains(refusal.code) {
      // An earlier run may have used the credential and ended before it saved that. The account shows it.
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

  /// The refusals of a code or a link that was already used.
  private static let usedUp: Set<ServerErrorCode> = [
    .invalidSessionInfo, .invalidOOBCode, .expiredOOBCode,
  ]

  /// Signs in without a credential: anonymously, with a custom token, or to a new account.
  package func signIn(_ call: (BlockingAuth) throws(AuthFailure) -> SignInResult) throws -> Progress {
    try outcome(of: try flow.verifyingApp(try flow.auth(), call))
  }

  /// Finishes a sign-in with its second factor.
  func resolve(
    _ resolver: ResolverRecord, with assertion: MultiFactorAssertion
  ) throws -> Progress {
    let auth = try auth()
    return try outcome(
      of: purpose == .reauthenticate
        ? try auth.resolveReauthentication(resolver, with: assertion)
        : try auth.resolveSignIn(resolver, with: assertion))
  }

  /// Returns the auth client, with the session's user if the purpose needs one.
  private func auth() throws -> BlockingAuth {
    guard purpose.needsCurrentUser else { return try flow.auth() }
    let saved = try flow.saved()
    // Another user signed in after the step was begun. The step is not for that user.
    if let uid = step?.uid, uid != saved.uid { throw AuthFailure.userMismatch }
    return try flow.auth(saved.user)
  }

  /// Saves the result.
  /// - Parameter provider: The provider of the credential, if one was used.
  private func outcome(of result: SignInResult, _ provider: String? = nil) throws -> Progress {
    switch result {
    case .signedIn(let user, let additional): .signedIn(try saved(user, additional, provider))
    case .secondFactorRequired(let resolver): .needs(.factor(try kept(resolver)))
    }
  }

  private func saved(
    _ user: UserRecord, _ additional: AdditionalUserInfo?, _ provider: String?
  ) throws -> SignedIn {
    var (replaced, endsPassword): (SavedSession?, Bool) = (nil, false)
    var session = SavedSession(user, signedInAt: flow.now(), signInMethod: method)
    do {
      try flow.state.update { state in
        // A session from a variable is used and never saved.
        if flow.givenBy == nil {
          replaced = state[flow.key].flatMap { $0.uid == session.uid ? nil : $0 }
          let known = state[flow.binding].sessions.values.first { $0.uid == session.uid }
          endsPassword =
            known?.signInMethod == "password" && known?.account.isEmailVerified == false
            && session.account.isEmailVerified && purpose == .signIn && method != "password"
          // The provider that is linked is not the one that the user signed in with.
          if [.link, .update].contains(purpose) { session.signInMethod = state[flow.key]?.signInMethod }
          state[flow.key] = session
        }
        noteProgress(in: &state)
      }
    } catch {
      throw SavingFailed(.credentialUsed(purpose, user.account, provider: provider), error)
    }
    return SignedIn(
      session: session, purpose: purpose, provider: provider, additional: additional, replaced: replaced,
      endsPassword: endsPassword)
  }

  /// Saves the identity to link after the account's user has signed in. Without the service's reference, it saves
  /// nothing.
  private func kept(_ identity: PendingIdentity?) throws -> PendingStep? {
    guard let identity, purpose == .signIn else { return nil }
    let now = flow.now()
    return try flow.state.update { state in
      state.addPending(.identity(identity), to: flow.key, createdAt: now)
    }
  }

  /// Saves the first factor's result before anything else.
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
  /// Returns the factor with its number masked as in other places. If a signed-in account shows more of the number,
  /// that one is used.
  /// - Parameter factors: The factors of accounts that are signed in here.
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

  /// The credential that links the identity.
  package var credential: OAuthCredential {
    OAuthCredential(providerID: providerID, pendingToken: pendingToken)
  }
}

extension Account {
  func hasAddress(_ email: String) -> Bool { self.email?.hasBytes(ofAnyCase: email) == true }
}

/// The provider to link belongs to another account. The same proof can sign in to that account.
package struct AccountConflict: Error {
  package let error: AuthFailure
  package let session: SessionKey
  /// The step that signs in to that account; nil if nothing is saved.
  package let step: PendingStep?
  /// Whether that account is already signed in.
  package var isAccountSignedIn = false
}
