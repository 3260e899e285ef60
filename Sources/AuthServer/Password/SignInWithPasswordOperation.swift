import Essentials
import IdentityToolkit

/// The operation that signs in with an e-mail address and a password.
struct SignInWithPasswordOperation: Operation {
  let call: Call

  func answer(_ request: SignInWithPassword.Request) throws -> SignInWithPassword.Response {
    guard let text = request.email else { throw ServerError(.missingEmail) }
    guard let email = EmailAddress(soughtFor: text) else { throw ServerError(.invalidEmail) }
    guard let password = request.password, !password.isEmpty else { throw ServerError(.missingPassword) }

    let stored = try call.store.read { transaction in
      let project = try call.findProject(in: transaction)
      guard try call.settings(of: project).isEmailEnabled
      else { throw ServerError(.passwordLoginDisabled) }
      try PasswordLimit(call: call).refuseIfBlocked(
        email, project: project.id, isReading: true, in: transaction)
      return try transaction.account(email: email, project: project.id)?.password
    }
    let verdict = try Passwords(call: call).verdict(on: password, for: stored)
    let new = try Sessions(call: call).new(provider: "password")
    let facts = SignInFacts(method: "password")
    let (grant, unmet) = try BlockingFunctions(call: call).write(facts) {
      call, project, settings, transaction in
      try AppVerification(call: call).admit(
        request.recaptcha, for: .signInWithPassword, settings, project: project.id, in: transaction)
      // This is checked again: of many parallel tries, only as many as the limit allows get an answer.
      try PasswordLimit(call: call).refuseIfBlocked(email, project: project.id, in: transaction)
      let found = try transaction.account(email: email, project: project.id)
      guard verdict.isRight, var account = found, account.password == stored else {
        try PasswordLimit(call: call).countFailure(of: email, project: project.id, in: transaction)
        throw wrongPassword(isKnown: found != nil, settings)
      }
      try account.refuseIfDisabled()
      try settings.passwordRules.checkAtSignIn(password)
      try transaction.forgetFailures(email: email, project: project.id)
      if case .rehashed(let password) = verdict {
        account.password = password
        try transaction.update(account)
      }
      return (
        try FirstFactor(call: call).finish(for: account, new, settings, in: transaction),
        settings.passwordRules.unmetAtSignIn(password)
      )
    }
    var response = SignInWithPassword.Response()
    response.registered = true
    response.email = email.text
    response.displayName = grant.account.displayName ?? (call.dialect.answersEmptyName ? "" : nil)
    response.profilePicture = grant.account.photoURL
    response.localId = grant.account.localID
    if call.dialect.notifiesOfWeakPasswords, !unmet.isEmpty { response.userNotifications = unmet }
    try Sessions(call: call).fill(&response, with: grant, asSecureToken: request.returnSecureToken)
    return response
  }

  private func wrongPassword(isKnown: Bool, _ settings: ProjectSettings) -> ServerError {
    if settings.hidesAddresses(under: call.policy) { return ServerError(.invalidLoginCredentials) }
    return ServerError(isKnown ? .invalidPassword : .emailNotFound)
  }
}

/// The limit on wrong passwords for an e-mail address.
///
/// Failures are counted per address, also without an account. Otherwise the limit would reveal which addresses have
/// one.
struct PasswordLimit: Sendable {
  let call: Call

  /// - Parameter isReading: Whether the transaction only reads. A wait that began while a clock was ahead is then left
  ///   to the writing transaction.
  func refuseIfBlocked(
    _ email: EmailAddress, project: Int64, isReading: Bool = false, in transaction: Transaction
  ) throws {
    var failures = try transaction.failures(email: email, project: project, since: horizon)
    if failures.bringBack(limits, now: call.now) {
      if isReading { return }
      try store(failures, of: email, project: project, in: transaction)
    }
    try failures.refuseIfBlocked(
      limits,
      locked: "Access to this account has been temporarily disabled due to many failed login attempts. "
        + "You can immediately restore it by resetting your password or you can try again later.",
      now: call.now)
  }

  func countFailure(of email: EmailAddress, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(email: email, project: project, since: horizon)
    failures.add(limits, now: call.now)
    try store(failures, of: email, project: project, in: transaction)
  }

  private func store(
    _ failures: Failures, of email: EmailAddress, project: Int64, in transaction: Transaction
  ) throws {
    try transaction.store(failures, email: email, project: project, at: call.now, forgettingBefore: horizon)
  }

  /// The earliest time of failures that still count.
  private var horizon: Date { call.now.addingTimeInterval(-Double(Policy.passwordFailureMemory)) }

  private var limits: Failures.Limits {
    Failures.Limits(perBackOff: call.policy.passwordFailuresPerBackOff, backOff: call.policy.backOff)
  }
}
