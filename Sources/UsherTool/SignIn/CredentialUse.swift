import AuthClient
import Essentials

/// What a proof is for.
enum SignInPurpose: Equatable {
  case signIn
  /// Becomes another way in to the account of the session.
  case link
  /// Takes the place of the account's present number.
  case update
  case reauthenticate

  /// Whether there has to be a session.
  var needsSession: Bool { self != .signIn }
}

/// Spends a proof and saves, once, what comes of it: the session, and that no step is pending any more.
struct CredentialUse {
  let context: Context
  let session: SessionKey
  let purpose: SignInPurpose
  /// The way in, for `lastMethod`; nil where an earlier command has said it.
  let method: String?
  /// What is finished by this.
  var step: PendingStep?
  /// What answers for a second factor, should there be one.
  var secondFactor = FactorOptions()
  /// Whether it makes an account on purpose.
  var isSignUp = false

  func spend(_ credential: AuthCredential) throws -> Report<StepResult> {
    try secondFactor.check(in: context)
    let auth = try auth()
    switch purpose {
    case .signIn: return try report(on: try auth.signIn(with: credential))
    case .reauthenticate: return try report(on: try auth.reauthenticate(with: credential))
    case .link: return try saved(try auth.link(with: credential))
    case .update:
      guard case .phone(let credential) = credential else { fatalError("only numbers are updated") }
      return try saved(try auth.updatePhoneNumber(credential))
    }
  }

  /// Signs in by a call that is no credential: anonymous, a custom token, a new account.
  func signIn(_ body: (Auth) throws(AuthError) -> SignInResult) throws -> Report<StepResult> {
    try report(on: try body(try auth()))
  }

  /// Ends a sign-in with its second factor.
  func resolve(_ resolver: MultiFactorResolver, with assertion: MultiFactorAssertion) throws -> Report<
    StepResult
  > {
    let auth = try auth()
    return try saved(
      purpose == .reauthenticate
        ? try auth.resolveReauthentication(resolver, with: assertion)
        : try auth.resolveSignIn(resolver, with: assertion),
      AdditionalUserInfo(isNewUser: false, providerID: nil))
  }

  /// The library's session, with the user who is signed in where the purpose needs one.
  func auth() throws -> Auth {
    guard purpose.needsSession else { return try context.auth() }
    guard let saved = try context.savedState()[session] else { throw AuthError.noCurrentUser }
    // Somebody else signed in since the step was begun: what was meant for one must not reach the other.
    if let uid = step?.uid, uid != saved.uid { throw AuthError.userMismatch }
    return try context.auth(user: try saved.user())
  }

  private func report(on result: SignInResult) throws -> Report<StepResult> {
    switch result {
    case .signedIn(let user, let info): return try saved(user, info)
    case .secondFactorRequired(let resolver):
      return try SecondFactorSignIn(
        context: context, session: session, purpose: purpose == .reauthenticate ? .reauthenticate : .signIn,
        options: secondFactor
      ).begin(resolver, after: step, method: method)
    }
  }

  private func saved(_ user: User, _ info: AdditionalUserInfo? = nil) throws -> Report<StepResult> {
    let saved = SavedSession(user, signedInAt: context.now())
    if context.keepsState {
      do {
        try context.stateFile().update { state in
          state[session] = saved
          if let method { state[session.binding].lastMethod = method }
          if let step { state.removePending(step.id) }
        }
      } catch let error as StateError {
        var diagnosis = Diagnosis(error)
        diagnosis.message = "\(done(saved)), but could not save the session: " + diagnosis.message
        diagnosis.hint = "the proof is used up: mend this, then sign in again"
        throw diagnosis
      }
    }
    let place = try context.destination().spokenName
    let sentence = done(saved).prefix(1).uppercased() + done(saved).dropFirst()
    let report = Report(
      .ok, result(saved, info),
      lines: ["\(sentence) (uid \(saved.uid), \(place))."], isConfirmation: true)
    guard purpose == .signIn else { return report }
    return try EnrollmentOffer(context: context, session: saved, isSignUp: isSignUp)
      .answer(insteadOf: report)
  }

  private func done(_ saved: SavedSession) -> String {
    switch purpose {
    case .signIn: "signed in as \(saved.title)"
    case .link: "added this way in to \(saved.title)"
    case .update: "changed the number to \(saved.title)"
    case .reauthenticate: "proved again to be \(saved.title)"
    }
  }

  private func result(_ saved: SavedSession, _ info: AdditionalUserInfo?) -> StepResult {
    var result = StepResult(saved)
    if purpose == .signIn { result.created = info?.isNewUser }
    result.profileAtProvider = info?.profile
    return result
  }

  /// The paths of its report.
}
