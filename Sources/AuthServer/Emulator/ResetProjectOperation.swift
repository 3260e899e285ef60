import IdentityToolkit

/// Deletes everything that the project has, its configuration too, and lets the clock go right again.
struct ResetProjectOperation: Operation {
  typealias Procedure = ResetProject

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    if try call.parts.clock.offset() != 0 { try call.parts.clock.move(to: 0) }
    return try call.store.write { transaction in
      let id = try call.findProject(in: transaction).id
      try transaction.deleteRefreshTokens(project: id)
      try transaction.deleteAccounts(project: id)
      try transaction.forgetFormerNames()
      try transaction.deletePhoneSessions(project: id)
      try transaction.deletePhoneFailures(project: id)
      try transaction.deleteActionCodes(project: id)
      try transaction.deleteTemporaryProofs(project: id)
      try transaction.deleteAppReceipts(project: id)
      try transaction.deleteRecaptchaTokens(project: id)
      try transaction.deletePasswordFailures(project: id)
      try transaction.deleteMailCounts(project: id)
      try transaction.deleteMessages(project: id)
      try transaction.deleteFaults(project: id)
      try transaction.delete(project: id)
      return EmptyObject()
    }
  }
}
