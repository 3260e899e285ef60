import HTTP
import IdentityToolkit

/// Sets an identity provider that the project has not set yet.
struct CreateProviderConfigOperation<Form: ProviderForm>: Operation {
  typealias Procedure = CreateProviderConfig<Form>

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let id = try Form.id(call.request.queryValue(Form.idParameter))
    let config = try Form.kept(request)
    try Form.check(config)
    try call.store.write { transaction in
      let project = try call.storedProject(in: transaction).id
      guard try transaction.providerConfiguration(of: id, project: project) == nil else {
        throw ServerError(.configurationExists, httpStatus: 409, status: "ALREADY_EXISTS")
      }
      try transaction.store(ProviderConfiguration(provider: id, config: config.text), project: project)
      if !ProviderSettings(config).isEnabled {
        try transaction.deleteProviderAuthorizations(of: id, project: project)
      }
    }
    return ProviderConfigs<Form>(call).answer(config, of: id)
  }
}
