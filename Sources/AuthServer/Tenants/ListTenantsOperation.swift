import HTTP
import IdentityToolkit

/// Lists the tenants by their ids, a page at a time.
struct ListTenantsOperation: Operation {
  typealias Procedure = ListTenants

  let call: Call

  private static let pageSize = 20
  private static let largestPage = 1000

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let size = call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0
    // As in Firebase's emulator, a negative number is for all of them.
    let limit = size < 0 ? nil : size == 0 ? Self.pageSize : min(size, Self.largestPage)
    let last = call.request.queryValue("pageToken") ?? ""
    let tenants = try call.store.read { transaction in
      _ = try call.projectOfTenants(in: transaction)
      return try transaction.tenants(of: call.project, after: last, limit: limit)
    }
    let configs = try tenants.map { tenant -> JSONValue in
      call.answered(try call.parts.settings.configuration(of: tenant.project), of: tenant.name)
    }
    var answer: JSONValue = ["tenants": .array(configs)]
    if let limit, tenants.count == limit, let id = tenants.last?.name.tenant {
      answer["nextPageToken"] = .string(id)
    }
    return answer
  }
}
