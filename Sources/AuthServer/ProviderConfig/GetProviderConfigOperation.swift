import IdentityToolkit

/// Shows what is set for an identity provider.
struct GetProviderConfigOperation<Form: ProviderForm>: Operation {
  typealias Procedure = GetProviderConfig<Form>

  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let configs = ProviderConfigs<Form>(call)
    let id = try configs.id()
    let config = try call.store.read { transaction in
      try configs.config(id, project: call.knownProject(in: transaction).id, in: transaction)
    }
    return configs.answer(config, of: id)
  }
}
