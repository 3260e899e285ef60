import IdentityToolkit

extension Call {
  func clientProjectConfig(_ request: EmptyObject) throws -> ClientProjectConfig.Response {
    let project = try store.read { transaction in try findProject(in: transaction) }
    return ClientProjectConfig.Response(
      projectId: ProjectSettings.number(ofProject: self.project),
      authorizedDomains: try server.settings.settings(of: project).authorizedDomains)
  }
}
