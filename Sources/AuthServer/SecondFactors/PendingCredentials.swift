import Essentials
import IdentityToolkit

/// The credentials of users who have passed the first factor but not the second one.
struct PendingCredentials: Sendable {
  let call: Call

  /// Stores that the first factor was right.
  ///
  /// - Returns: The credential with which a client continues.
  func make(_ new: NewSession, for account: Account, in transaction: Transaction) throws -> String {
    try transaction.purge(
      PendingSignIn.self,
      madeBefore: call.period(ofLast: call.policy.secondFactorWindow + Policy.expiredCodeMemory))
    try transaction.insert(
      PendingSignIn(
        project: account.project, account: account.id, provider: new.session.provider, createdAt: call.now,
        validSince: account.validSince, generation: account.generation),
      secret: new.token.text.utf8)
    return new.token.text
  }

  /// Returns the sign-in of `credential` and its account, if both are still valid.
  func signIn(
    _ credential: String, project: Int64, in transaction: Transaction
  ) throws -> (PendingSignIn, Account) {
    guard let pending = try transaction.find(PendingSignIn.self, secret: credential.utf8, project: project)
    else { throw ServerError(.invalidPendingToken) }
    try call.refuse(
      madeAt: pending.createdAt, unlessInLast: call.policy.secondFactorWindow,
      ServerError(.invalidMFAPendingCredential, "MFA pending credential is expired."))
    guard let account = try transaction.account(row: pending.account)
    else { throw ServerError(call.dialect.tellsDeletedUsers ? .userNotFound : .invalidPendingToken) }
    guard call.dialect.endsPendingSignIns else { return (pending, account) }
    try account.refuseIfDisabled()
    guard pending.generation == account.generation, pending.validSince == account.validSince
    else { throw ServerError(.invalidMFAPendingCredential) }
    return (pending, account)
  }
}
