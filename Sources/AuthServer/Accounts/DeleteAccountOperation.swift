import Essentials
import IdentityToolkit

/// The operation that deletes the account of an ID token or, for an administrator, the named account.
struct DeleteAccountOperation: Operation {
  let call: Call

  func answer(_ request: DeleteAccount.Request) throws -> DeleteAccount.Response {
    if call.isAdministrator {
      try delete(localID: request.localId)
    } else {
      try deleteOwn(try call.verified(request.idToken))
    }
    return DeleteAccount.Response()
  }

  private func deleteOwn(_ token: IDToken) throws {
    try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      if settings.isDeletionDisabled { throw ServerError(.adminOnlyOperation) }
      try RecentSignIn(call: call).require(of: token)
      try EventRecorder(call: call).deleted(account, in: transaction)
      try transaction.delete(account: account.id, at: call.now)
    }
  }

  private func delete(localID: String?) throws {
    guard let localID, !localID.isEmpty else { throw ServerError(.missingLocalID) }
    try call.store.write { transaction in
      let project = try call.findProject(in: transaction).id
      guard let account = try transaction.account(localID: localID, project: project)
      else { throw ServerError(.userNotFound) }
      try EventRecorder(call: call).deleted(account, in: transaction)
      try transaction.delete(account: account.id, at: call.now)
    }
  }
}
