import Essentials
import HTTP
import IdentityToolkit

/// Lists the well-known identity providers by their IDs, one page at a time.
struct ListDefaultSupportedIdpsOperation: Operation {
  let call: Call

  private static let largestPage = 100

  func answer(_ request: EmptyObject) -> ListDefaultSupportedIdps.Response {
    let size = call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0
    let limit = size <= 0 ? Self.largestPage : min(size, Self.largestPage)
    let last = call.request.queryValue("pageToken") ?? ""
    let rest = IdentityProvider.wellKnown.sorted { $0.id < $1.id }.filter { $0.id > last }
    let page = rest.prefix(limit)
    var response = ListDefaultSupportedIdps.Response(
      defaultSupportedIdps: page.isEmpty
        ? nil : page.map { ListDefaultSupportedIdps.DefaultSupportedIdp(idpId: $0.id, description: $0.name) })
    if rest.count > limit { response.nextPageToken = page.last?.id }
    return response
  }
}

/// Makes a project one of Identity Platform, unless it is one.
struct InitializeAuthOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    guard call.policy.newProjects != .unbilled else {
      throw ServerError(
        .billingNotEnabled, "Identity Platform feature requires billing to be enabled.",
        status: "FAILED_PRECONDITION")
    }
    return try call.store.write { transaction in
      guard try !isInitialized(in: transaction) else {
        throw ServerError(
          .invalidProjectID, "Identity Platform has already been enabled for this project.")
      }
      let project = try call.storedProject(in: transaction)
      guard call.policy.newProjects != .ready else { return EmptyObject() }
      var config = try call.parts.settings.configuration(of: project)
      config["subtype"] = .string(ProjectSettings.platformSubtype)
      try transaction.setConfig(config.text, project: project.id)
      return EmptyObject()
    }
  }

  private func isInitialized(in transaction: Transaction) throws -> Bool {
    guard let project = try transaction.project(named: call.projectName) else { return false }
    return try call.policy.newProjects == .ready
      || call.settings(of: project).subtype == ProjectSettings.platformSubtype
  }
}
