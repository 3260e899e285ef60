import IdentityToolkit

struct BatchDeleteAccountsOperation: Operation {
  static let worksWhereAuthIsDisabled = true

  let call: Call

  func answer(_ request: BatchDeleteAccounts.Request) throws -> BatchDeleteAccounts.Response {
    let localIDs = request.localIds ?? []
    guard (1...1000).contains(localIDs.count) else { throw ServerError(.localIDListExceedsLimit) }
    var errors: [BatchDeleteAccounts.Item] = []
    for batch in AccountBatch.of(localIDs) {
      errors += try call.store.write { transaction in
        let project = try findProject(in: transaction).id
        return try batch.compactMap { index, localID in
          // It is no error if the account is already gone.
          guard let account = try transaction.account(localID: localID, project: project) else { return nil }
          guard account.isDisabled || request.force == true else {
            return .init(
              index: index, localId: localID,
              message: "NOT_DISABLED : Disable the account before batch deletion.")
          }
          try EventRecorder(call: call).deleted(
            account, silence: call.dialect.tellsOfBatchDeletes ? nil : .batchDelete, in: transaction)
          try transaction.delete(account: account.id, at: call.now)
          return nil
        }
      }
    }
    return BatchDeleteAccounts.Response(errors: errors.isEmpty ? nil : errors)
  }
}
