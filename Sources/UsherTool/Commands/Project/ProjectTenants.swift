import AuthClient
import CommandKit
import Essentials

struct TenantCreate: ToolCommand, ChangesProject {
  static let name = "project tenant create"
  static let abstract: Text = "Create a tenant in the project."
  static let discussion = """
    A tenant has its own accounts, codes, messages and settings. With --tenant and its id, any command works \
    there. At a local server, a new tenant has every method enabled that tenants can have. At Google it has \
    none; usher project enable changes that.
    """
  static let manual = "Tenants have no phone sign-in, but a number can be a second factor."
  static let arguments: [Argument<Self>] =
    [.positional(\.displayName, "name", help: "4 to 20 letters, digits and hyphens, a letter first.")]
    + Argument.set(\.change)
  static let examples = [
    Example("usher project tenant create acme --field tenant.id", "Create a tenant, and print its id.")
  ]

  var displayName = ""
  var change = ChangeOptions()

  struct Result: CommandResult {
    var tenant: TenantResult
  }

  /// The command takes its tenant as an argument, or is about all tenants.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  func report(in context: Context) throws -> Report<Result> {
    let tenant = TenantResult(
      try context.project(change).change(["\(displayName): no tenant → tenant"]) {
        try $0.createTenant(displayName: displayName)
      })
    return .done(Result(tenant: tenant), "Created the tenant \(SafeText.brief(tenant.id)).")
  }
}

struct TenantList: ToolCommand, ReadsProject {
  static let name = "project tenant list"
  static let abstract: Text = "List the project's tenants."
  static let arguments: [Argument<Self>] = Argument.set(\.administrator)
  static let examples = [Example("usher project tenant list", "List their ids and names.")]

  /// The command takes its tenant as an argument, or is about all tenants.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var tenants: [TenantResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let tenants = try context.project(administrator).administrator().tenants().map(TenantResult.init)
    return Report(
      .ok, Result(tenants: tenants),
      lines: tenants.map { tenant in
        Text(
          verbatim: [tenant.id, tenant.displayName].compactMap(\.self).map(SafeText.brief).joined(
            separator: "  "))
      },
      notes: tenants.isEmpty ? ["No tenants in project \(try context.place.destination().project)."] : [])
  }
}

struct TenantDelete: ToolCommand, ChangesProject {
  static let name = "project tenant delete"
  static let abstract: Text = "Delete a tenant with its accounts, codes and messages."
  static let discussion = """
    usher asks first, unless you give --yes.
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.id, "id", help: "The tenant's id.")] + Argument.set(\.change)
  static let examples = [Example("usher project tenant delete acme-x4k2p --yes", "Delete one in a script.")]

  var id = ""
  var change = ChangeOptions()

  struct Result: CommandResult {
    var id: String
  }

  /// The command takes its tenant as an argument, or is about all tenants.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(change)
    guard try project.administrator().tenants().contains(where: { $0.id == id }) else {
      throw Diagnosis(
        .noSuchTenant, "there is no tenant \(SafeText.brief(id)) here",
        hint: Hint("see the tenants", ["usher", "project", "tenant", "list"]), retry: .newInput)
    }
    try project.delete(
      id,
      "Delete the tenant \(SafeText.brief(id)) and every account in it at \(project.spokenPlace)?"
    ) { try $0.deleteTenant(id) }
    return .done(Result(id: id), "Deleted the tenant \(SafeText.brief(id)).")
  }
}

struct TenantResult: Codable, Sendable {
  var id: String
  var displayName: String?

  init(_ tenant: Tenant) {
    id = tenant.id
    displayName = tenant.displayName
  }
}
