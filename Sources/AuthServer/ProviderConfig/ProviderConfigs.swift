import Essentials
import HTTP
import IdentityToolkit

/// One collection of identity providers of a project or a tenant, for one call.
struct ProviderConfigs<Form: ProviderForm>: Sendable {
  let call: Call

  /// Returns the ID at the end of the call's path.
  func id() throws(ServerError) -> String {
    let path = call.request.path
    let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
    return try Form.id(FormEncoding.decodeSegment(last ?? ""))
  }

  func config(_ id: String, project: Int64, in transaction: Transaction) throws -> JSONValue {
    guard let stored = try transaction.providerConfiguration(of: id, project: project) else {
      throw ServerError.noProviderConfiguration
    }
    return try read(stored)
  }

  func read(_ stored: ProviderConfiguration) throws(StorageFailure) -> JSONValue {
    guard let config = JSONValue(json: stored.config) else {
      throw .corrupt(path: call.store.path, reason: "the configuration of a provider cannot be right")
    }
    return config
  }

  /// Returns the configuration as administrators read it.
  ///
  /// It includes the secret: Google's service returns it, and Google's SDKs compare it.
  func answer(_ config: JSONValue, of id: String) -> JSONValue {
    let project = call.dialect.namesProjectsByNumber ? ProjectNumber(of: call.project).text : call.project
    let tenant = call.tenant.map { "/tenants/" + $0 } ?? ""
    var answer: JSONValue = ["name": .string("projects/\(project)\(tenant)/\(Form.name)/\(id)")]
    for member in config.withoutDefaults.members ?? [] { answer[member.name] = member.value }
    return answer
  }
}

extension ServerError {
  static let noProviderConfiguration = ServerError(
    .configurationNotFound, httpStatus: 404, status: "NOT_FOUND", reason: "notFound")
}
