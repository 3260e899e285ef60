import IdentityToolkit

/// Stores accounts as an administrator describes them. One that cannot be stored does not keep the others back.
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
