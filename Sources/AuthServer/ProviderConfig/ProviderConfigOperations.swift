import Essentials
import HTTP
import IdentityToolkit

/// The operation that adds the configuration of an identity provider that the project does not have yet.
struct CreateProviderConfigOperation<Form: ProviderForm>: Operation {
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
      try transaction.store(ProviderConfiguration(project: project, provider: id, config: config.text))
      if !ProviderSettings(config).isEnabled {
        try transaction.deleteProviderAuthorizations(of: id, project: project)
      }
    }
    return ProviderConfigs<Form>(call: call).answer(config, of: id)
  }
}

struct GetProviderConfigOperation<Form: ProviderForm>: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let configs = ProviderConfigs<Form>(call: call)
    let id = try configs.id()
    let config = try call.store.read { transaction in
      try configs.config(id, project: call.knownProject(in: transaction).id, in: transaction)
    }
    return configs.answer(config, of: id)
  }
}

/// The operation that lists the configured identity providers by their IDs, one page at a time.
struct ListProviderConfigsOperation<Form: ProviderForm>: Operation {
  let call: Call

  private static var largestPage: Int { 100 }

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let size = call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0
    let limit = size <= 0 ? Self.largestPage : min(size, Self.largestPage)
    let last = call.request.queryValue("pageToken") ?? ""
    let stored = try call.store.read { transaction in
      try transaction.providerConfigurations(
        project: call.knownProject(in: transaction).id, after: last)
    }.filter { Form.isID($0.provider) }
    let configs = ProviderConfigs<Form>(call: call)
    let page = try stored.prefix(limit).map { stored -> JSONValue in
      configs.answer(try configs.read(stored), of: stored.provider)
    }
    var answer: JSONValue = [:]
    if !page.isEmpty || call.dialect.answersEmptyLists { answer[Form.name] = .array(page) }
    if stored.count > limit { answer["nextPageToken"] = .string(stored[limit - 1].provider) }
    return answer
  }
}

/// The operation that sets the values that the mask names or, without a mask, all values in the request.
struct UpdateProviderConfigOperation<Form: ProviderForm>: Operation {
  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let configs = ProviderConfigs<Form>(call: call)
    let id = try configs.id()
    let changes = try Form.kept(request)
    let mask = call.request.queryValue("updateMask").flatMap { $0.isEmpty ? nil : $0.split(separator: ",") }
    let paths = mask?.map { $0.split(separator: ".").map(String.init) } ?? changes.leafPaths
    let config = try call.store.write { transaction in
      let project = try call.storedProject(in: transaction).id
      var config = try configs.config(id, project: project, in: transaction)
      for path in paths where path != ["name"] {
        // firebase-admin removes a value so, and Firebase's emulator has no provider configurations.
        config.set(path, from: changes, removingMissing: true)
      }
      // A field that only the mask names must also be valid.
      _ = try Form.kept(config)
      try Form.check(config)
      try transaction.store(ProviderConfiguration(project: project, provider: id, config: config.text))
      if !ProviderSettings(config).isEnabled {
        try transaction.deleteProviderAuthorizations(of: id, project: project)
      }
      return config
    }
    return configs.answer(config, of: id)
  }
}

/// The operation that deletes the configuration of an identity provider.
///
/// Sign-ins in progress at it end.
struct DeleteProviderConfigOperation<Form: ProviderForm>: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    let configs = ProviderConfigs<Form>(call: call)
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
