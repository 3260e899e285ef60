import Essentials
import HTTP
import IdentityToolkit

/// The operation that creates a tenant.
///
/// Features that the request does not enable are off.
struct CreateTenantOperation: Operation {
  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    var config = request.withoutTenantID.withSwitches(under: call.policy)
    var call = call
    call.tenant = try TenantID.new(after: request["displayName"]?.string, random: call.random)
    let change = ProjectConfigChange(call: call)
    try change.check(config, paths: [[]])
    try TenantName.check(request, isNeeded: true, under: call.policy)
    if call.dialect.datesPasswordPolicy { config.notePasswordPolicy(writtenAt: call.now) }
    try call.store.write { [call, config] transaction in
      // The check uses an empty configuration. If it throws, nothing is stored.
      let new = Project(id: 0, config: "{}", shared: try call.projectOfTenants(in: transaction).config)
      try change.refuseUnfit(config, for: new, in: transaction)
      guard try transaction.project(named: call.projectName) == nil
      else { throw ServerError.brokenServer("the random id of a tenant is taken") }
      _ = try transaction.insertProject(named: call.projectName, config: config.text)
    }
    return call.answered(config, of: call.projectName)
  }
}

struct EnsureTenantOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    guard let id = call.tenant, TenantID.isID(id) else { throw ServerError(.invalidTenantID) }
    var call = call
    call.makesTenant = true
    return try call.store.write { [call] transaction in
      _ = try call.withoutTenant.storedProject(in: transaction)
      _ = try call.storedProject(in: transaction)
      return EmptyObject()
    }
  }
}

struct GetTenantOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    var tenant = try call.answeredTenant()
    if call.dialect.answersHashConfig, call.permissions.contains(.readHashes) {
      tenant["hashConfig"] = HashConfig(of: call.projectName).value
    }
    return tenant
  }
}

extension Call {
  /// Returns the tenant that the call manages, as administrators read it.
  fileprivate func answeredTenant() throws -> JSONValue {
    let tenant = try store.write { transaction in try managedTenant(in: transaction) }
    return answered(try parts.settings.configuration(of: tenant), of: projectName)
  }
}

/// The operation that lists the tenants by their IDs, one page at a time.
struct ListTenantsOperation: Operation {
  let call: Call

  private static let pageSize = 20
  private static let largestPage = 1000

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let limit = limit(call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0)
    let last = call.request.queryValue("pageToken") ?? ""
    let isReadable = last.isEmpty || TenantID.isID(last) || !call.dialect.ignoresUnknownPages
    let tenants = try call.store.read { transaction in
      _ = try call.projectOfTenants(in: transaction)
      return isReadable ? try transaction.tenants(of: call.project, after: last, limit: limit) : []
    }
    let configs = try tenants.map { tenant -> JSONValue in
      call.answered(try call.parts.settings.configuration(of: tenant.project), of: tenant.name)
    }
    var answer: JSONValue =
      configs.isEmpty && call.dialect.leavesOutEmptyTenants ? [:] : ["tenants": .array(configs)]
    if let limit, tenants.count == limit, let id = tenants.last?.name.tenant {
      answer["nextPageToken"] = .string(id)
    }
    return answer
  }

  /// Returns the number of tenants on a page, or nil for all of them.
  ///
  /// At the service, a number that is no page's size means all tenants. At the emulator, a negative one does.
  private func limit(_ size: Int) -> Int? {
    if call.dialect.listsAllForOddSizes { return (1...Self.largestPage).contains(size) ? size : nil }
    return size < 0 ? nil : size == 0 ? Self.pageSize : min(size, Self.largestPage)
  }
}

/// The operation that sets the values that the mask names, except names that no tenant has.
///
/// Without a mask, it sets the whole tenant.
///
/// In that case, features that the request does not enable are off.
struct UpdateTenantOperation: Operation {
  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let config = request.withoutTenantID.withSwitches(under: call.policy)
    let change = ProjectConfigChange(call: call)
    let named = change.maskedPaths()
    try change.check(config, paths: [[]])
    try TenantName.check(request, isNeeded: named == nil, under: call.policy)
    try call.store.write { transaction in
      _ = try call.managedTenant(in: transaction)
      try change.apply(
        config, paths: named ?? ProjectConfigSchema.tenant.names.map { [$0] }, isMasked: named != nil,
        in: transaction)
    }
    return try call.answeredTenant()
  }
}

/// The operation that deletes a tenant with its accounts and all other data.
struct DeleteTenantOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.delete(tenant: call.managedTenant(in: transaction).id, at: call.now)
      return EmptyObject()
    }
  }
}

/// The rules for the display name of a tenant.
enum TenantName {
  /// - Parameter isNeeded: Whether the request sets the whole tenant, and not some of its values.
  static func check(_ tenant: JSONValue, isNeeded: Bool, under policy: Policy) throws(ServerError) {
    guard let name = tenant["displayName"], name != .null, name != "" || !isNeeded else {
      guard isNeeded, policy.dialect.checksTenantNames else { return }
      throw ServerError(.missingDisplayName, "Missing tenant with valid display_name.")
    }
    guard let name = name.string else { throw .badArgument("displayName is a text.") }
    guard !policy.dialect.checksTenantNames || isName(name) else {
      throw ServerError(
        .invalidDisplayName,
        "display_name should start with a letter and only consist of letters, digits and hyphens with 4-20 "
          + "characters.")
    }
    guard name.utf16.count <= 256 else { throw .tooLong("displayName", 256) }
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return (4...20).contains(bytes.count) && bytes.first?.isASCIILetter == true
      && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
  }
}
