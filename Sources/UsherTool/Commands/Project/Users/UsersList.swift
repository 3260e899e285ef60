import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct UsersList: ToolCommand, ReadsProject {
  static let name = "project users list"
  static let abstract: Text = "List the accounts of the project."
  static let discussion = """
    The accounts come page by page, and their number at the end, on standard error. An account that is created \
    or deleted meanwhile may be missing.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(
        \.filter, "filter", value: "USER", help: "List only the account with this uid, address or number."),
      .option(\.limit, "limit", value: "N", help: "List at most this many accounts; by default all."),
    ] + Argument.set(\.administrator)
  static let examples = [
    Example("usher project users list", "List them by their uids."),
    Example("usher project users list --filter kim@example.com", "Look for one."),
  ]

  var filter: String?
  var limit: Int?
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var users: [UserResult]
  }

  func run(in context: Context) throws {
    // One value of the result needs the whole result.
    if context.settings.options.field != nil {
      return try context.output.write(try report(in: context), of: Self.name, at: context.place.known)
    }
    let project = try context.project(administrator)
    var list: ListOutput?
    try forEachPage(of: project, in: context) { users in
      // Nothing is written before the first answer, so that a failure stands alone.
      let output = try list ?? context.output.list("users", of: Self.name, at: project.destination)
      list = output
      try output.add(users.map { ($0, $0.line) })
    }
    try list?.finish()
    let count = list?.count ?? 0
    context.output.tell(
      count == 0 ? "Project \(project.destination.project) has no accounts." : Text("Accounts: \(count)."))
  }

  func report(in context: Context) throws -> Report<Result> {
    var all: [UserResult] = []
    try forEachPage(of: try context.project(administrator), in: context) { all += $0 }
    return Report(.ok, Result(users: all), lines: all.map(\.line))
  }

  private func forEachPage(
    of project: AdministeredProject, in context: Context, _ body: ([UserResult]) throws -> Void
  ) throws {
    if let limit, limit < 1 { throw UsageError.misuse("--limit needs a number from 1") }
    if let filter {
      let account = try project.administrator().accountIfThere(named: filter)
      return try body(account.map { [UserResult($0)] } ?? [])
    }
    context.service.liftTimeLimit()
    var tokens = PageTokens(first: nil)
    var token: String?
    var left = limit ?? .max
    repeat {
      let page = try project.retrying { try $0.accountPage(token, size: min(left, 500)) }
      let users = (page.users ?? []).prefix(left)
      left -= users.count
      try body(users.map(UserResult.init))
      token = page.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
      guard tokens.isNew(token) else { throw AuthFailure.repeatedPages }
    } while token != nil && left > 0
  }
}
