import IdentityToolkit

/// Forgets what is set for an identity provider; sign-ins under way at it end.
struct DeleteProviderConfigOperation<Form: ProviderForm>: Operation {
  typealias Procedure = DeleteProviderConfig<Form>

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    let configs = ProviderConfigs<Form>(call)
    let id = try configs.id()
    try call.store.write { transaction in
      let project = try call.knownProject(in: transaction).id
      _ = try configs.config(id, project: project, in: transaction)
      try transaction.deleteProviderConfiguration(of: id, project: project)
      try transaction.deleteProviderAuthorizations(of: id, project: project)
    }
    return EmptyObject()
  }
}
