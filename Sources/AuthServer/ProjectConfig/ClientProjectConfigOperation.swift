import IdentityToolkit

/// What clients may know of the project.
struct ClientProjectConfigOperation: Operation {
  typealias Procedure = ClientProjectConfig

  let call: Call

  func answer(_ request: EmptyObject) throws -> ClientProjectConfig.Response {
    let project = try call.store.read { transaction in try call.findProject(in: transaction) }
    return ClientProjectConfig.Response(
      projectId: ProjectNumber(of: call.project).text,
      authorizedDomains: try call.settings(of: project).authorizedDomains)
  }
}
