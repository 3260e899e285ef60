import Essentials
import IdentityToolkit

// Between the first factor and the second.
extension Call {
  /// The second factors that an account is asked for after a first one.
  func secondFactorsAsked(
    of account: Account, after provider: String, in transaction: Transaction
  ) throws -> [SecondFactor] {
    guard !account.secondFactors.isEmpty, !AuthSession.providersWithoutSecondFactor.contains(provider)
    else { return [] }
    let settings = try openProject(in: transaction).1
    return account.secondFactors.filter { $0.phone == nil || settings.mfa.isSMSAskedFor }
  }

  /// Notes that the first factor was right; what is shown to go on.
  func makePending(_ new: NewSession, for account: Account, in transaction: Transaction) throws -> String {
    try transaction.purgePendingSignIns(
      notMadeIn: period(ofLast: policy.secondFactorWindow + policy.expiredCodeMemory))
    try transaction.insert(
      PendingSignIn(
        project: account.project, account: account.id, provider: new.session.provider, createdAt: now,
        validSince: account.validSince, generation: account.generation),
      credential: new.token.text)
    return new.token.text
  }

  /// The first factor that `credential` stands for, and its account, while it still counts.
  func pendingSignIn(
    _ credential: String, project: Int64, in transaction: Transaction
  ) throws -> (PendingSignIn, Account) {
    guard let pending = try transaction.pendingSignIn(credential: credential, project: project)
    else { throw ServerError(.invalidPendingToken) }
    guard period(ofLast: policy.secondFactorWindow).contains(pending.createdAt)
    else { throw ServerError(.invalidMFAPendingCredential, "MFA pending credential is expired.") }
    guard let account = try transaction.account(row: pending.account)
    else { throw ServerError(.userNotFound) }
    try account.refuseIfDisabled()
    guard pending.generation == account.generation, pending.validSince == account.validSince
    else { throw ServerError(.invalidMFAPendingCredential) }
    return (pending, account)
  }
}

extension AuthSession {
  /// Ways in that no second factor follows, and that add none.
  static let providersWithoutSecondFactor: Set = ["phone", "anonymous", "custom"]
}
