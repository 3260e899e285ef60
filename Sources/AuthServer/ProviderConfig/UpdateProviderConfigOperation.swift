import HTTP
import IdentityToolkit

/// Sets what the mask names, or, without one, all that the request holds.
struct UpdateProviderConfigOperation<Form: ProviderForm>: Operation {
  typealias Procedure = UpdateProviderConfig<Form>

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let configs = ProviderConfigs<Form>(call)
    let id = try configs.id()
    let changes = try Form.kept(request)
    let mask = call.request.queryValue("updateMask").flatMap { $0.isEmpty ? nil : $0.split(separator: ",") }
    let paths = mask?.map { $0.split(separator: ".").map(String.init) } ?? changes.leafPaths
    let config = try call.store.write { transaction in
      let project = try call.storedProject(in: transaction).id
      var config = try configs.config(id, project: project, in: transaction)
      for path in paths where path != ["name"] {
        config.set(changes.value(at: path[...]), at: path[...])
      }
      // What the mask alone names has to be a field, too.
      _ = try Form.kept(config)
      try Form.check(config)
      try transaction.store(ProviderConfiguration(provider: id, config: config.text), project: project)
      if !ProviderSettings(config).isEnabled {
        try transaction.deleteProviderAuthorizations(of: id, project: project)
      }
      return config
    }
    return configs.answer(config, of: id)
  }
}
