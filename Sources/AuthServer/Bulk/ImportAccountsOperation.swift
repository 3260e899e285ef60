import IdentityToolkit

/// The operation that imports an exported project and its tenants in one transaction.
struct ImportAccountsOperation: Sendable {
  let call: Call

  func answer(_ body: ImportBody) throws -> ImportAccounts.Response {
    let (request, parts) = (body.request, try body.uploads.map(read))
    var sessions: [TakenSessions] = []
    for exported in request.sessions ?? [] { sessions.append(try TakenSessions(exported)) }
    return try call.store.write { [sessions] transaction in
      do {
        return try transaction.undoing((any Error).self) {
          _ = try call.storedProject(in: transaction)
          let answer = ImportAccounts.Response(
            uploads: try parts.map { part in
              let project = try part.call.storedProject(in: transaction).id
              let flaws = try AccountUpload(call: part.call).store(
                part.accounts, project: project, isOverwriting: true, in: transaction)
              return BatchCreateAccounts.Response(error: part.accounts.flaws + flaws)
            })
          if answer.uploads.contains(where: { $0.error?.isEmpty == false }) { throw Refused(answer: answer) }
          for session in sessions { try session.store(for: call, in: transaction) }
          if let changes = request.config?.changes {
            try ProjectConfigChange(call: call).apply(
              changes, paths: changes.leafPaths, isMasked: false, in: transaction)
          }
          return answer
        }
      } catch let refused as Refused {
        return refused.answer
      }
    }
  }

  /// Reads one upload and checks it by itself.
  ///
  /// The target may be a disabled project or tenant.
  private func read(_ upload: ImportBody.Upload) throws -> (call: Call, accounts: AccountUpload.Accounts) {
    var call = call
    if let tenant = upload.request.tenantId { (call.tenant, call.makesTenant) = (tenant, true) }
    do {
      guard call.tenant.map(TenantID.isID) ?? true else { throw ServerError(.invalidTenantID) }
      let settings = try call.store.read { [call] transaction in
        try call.settings(of: call.knownProject(in: transaction))
      }
      var accounts = try AccountUpload(call: call).read(
        upload.users.count, of: upload.request, settings, isExported: true
      ) { try JSONBody.decode(upload.users[$0]) }
      accounts.flaws += Self.repeated(accounts)
      return (call, accounts)
    } catch let error as ServerError {
      return (call, .init(flaws: [.init(index: nil, message: UploadFlaw(error).message)]))
    }
  }

  /// Returns the accounts that would replace an earlier one of the same upload.
  private static func repeated(_ accounts: AccountUpload.Accounts) -> [BatchCreateAccounts.Item] {
    accounts.read.map(\.upload.account.localID).repeatedIndices.map {
      .init(index: accounts.read[$0].index, message: ServerErrorCode.duplicateLocalID.rawValue)
    }
  }

  /// The error that rolls the transaction back.
  private struct Refused: Error {
    let answer: ImportAccounts.Response
  }
}
