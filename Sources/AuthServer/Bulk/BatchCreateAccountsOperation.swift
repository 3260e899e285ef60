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
    let flaws = try AccountUpload(call).store(request)
    // `firebase auth:import` takes an empty list for a problem.
    return BatchCreateAccounts.Response(error: flaws.isEmpty && call.policy.serviceAnswers ? nil : flaws)
  }
}
