import IdentityToolkit

/// The operation that stores accounts for an administrator.
///
/// If one account fails, the others are still stored.
struct BatchCreateAccountsOperation: Operation {
  typealias Procedure = BatchCreateAccounts

  let call: Call

  func answer(_ request: BatchCreateAccounts.Request) throws -> BatchCreateAccounts.Response {
    var call = call
    if let project = request.targetProjectId, !project.isEmpty {
      call.project = try TargetProject.checked(project)
    }
    return BatchCreateAccounts.Response(error: try AccountUpload(call).store(request))
  }
}
