import IdentityToolkit

/// Stores what was exported of a project and its tenants, in one transaction.
struct ImportAccountsOperation: Operation {
  typealias Procedure = ImportAccounts

  let call: Call

  func answer(_ request: ImportAccounts.Request) throws -> ImportAccounts.Response {
    let parts = try request.uploads.map(read)
    return try call.store.write { transaction in
      do {
        return try transaction.undoing((any Error).self) {
          _ = try call.storedProject(in: transaction)
          let answer = ImportAccounts.Response(
            uploads: try parts.map { part in
              let project = try part.call.storedProject(in: transaction).id
              let flaws = try AccountUpload(part.call).store(
                part.accounts, project: project, isOverwriting: true, in: transaction)
              return BatchCreateAccounts.Response(error: part.accounts.flaws + flaws)
            })
          if answer.uploads.contains(where: { $0.error?.isEmpty == false }) { throw Refused(answer: answer) }
          if let changes = request.config?.changes {
            try ProjectConfigChange(call).apply(changes, paths: changes.leafPaths, in: transaction)
          }
          return answer
        }
      } catch let refused as Refused {
        return refused.answer
      }
    }
  }

  /// One upload, as far as it can be checked by itself. What is disabled may be filled.
  private func read(_ request: BatchCreateAccounts.Request) throws -> (
    call: Call, accounts: AccountUpload.Accounts
  ) {
    var call = call
    if let tenant = request.tenantId { (call.tenant, call.makesTenant) = (tenant, true) }
    do {
      guard call.tenant.map(TenantID.isID) ?? true else { throw ServerError(.invalidTenantID) }
      let settings = try call.store.read { [call] transaction in
        try call.settings(of: call.knownProject(in: transaction))
      }
      return (call, try AccountUpload(call).read(request, settings, isExported: true))
    } catch let error as ServerError {
      return (call, .init(flaws: [.init(index: nil, message: UploadFlaw(error).message)]))
    }
  }

  /// Undoes what was stored.
  private struct Refused: Error {
    let answer: ImportAccounts.Response
  }
}
