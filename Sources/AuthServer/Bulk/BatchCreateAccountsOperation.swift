import IdentityToolkit

/// The operation that stores accounts for an administrator.
///
/// If one account fails, the others are still stored.
struct BatchCreateAccountsOperation: Operation {
  let call: Call

  func answer(_ request: BatchCreateAccounts.Request) throws -> BatchCreateAccounts.Response {
    // The path names the project, or the server has read it here.
    if let target = request.targetProjectId, !target.isEmpty, target != call.project {
      throw ServerError.badArgument("targetProjectId is not the project of the path.")
    }
    let flaws = try AccountUpload(call: call).store(request)
    // `firebase auth:import` takes an empty list for a problem.
    return BatchCreateAccounts.Response(
      error: flaws.isEmpty && call.dialect.leavesOutEmptyFlaws ? nil : flaws)
  }
}
