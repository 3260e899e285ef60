import Essentials
import IdentityToolkit

extension Call {
  func deleteAccount(_ request: DeleteAccount.Request) throws -> DeleteAccount.Response {
    if isOwner, request.idToken == nil {
      try delete(localID: request.localId)
    } else {
      try deleteOwn(try verified(request.idToken))
    }
    return DeleteAccount.Response()
  }

  private func deleteOwn(_ token: IDToken) throws {
    try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      let account = try transaction.account(of: token, project: project.id)
      if settings.isDeletionDisabled { throw ServerError(.adminOnlyOperation) }
      try requireRecentSignIn(token)
      try transaction.delete(account: account.id)
    }
  }

  private func delete(localID: String?) throws {
    guard let localID, !localID.isEmpty else { throw ServerError(.missingLocalID) }
    try store.write { transaction in
      let project = try findProject(in: transaction).id
      guard let account = try transaction.account(localID: localID, project: project)
      else { throw ServerError(.userNotFound) }
      try transaction.delete(account: account.id)
    }
  }
}
