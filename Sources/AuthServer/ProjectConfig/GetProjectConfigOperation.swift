import IdentityToolkit

/// The project's configuration.
struct GetProjectConfigOperation: Operation {
  typealias Procedure = GetProjectConfig

  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let project = try call.store.read { transaction in try call.findProject(in: transaction) }
    return call.answered(try call.parts.settings.configuration(of: project))
  }
}
