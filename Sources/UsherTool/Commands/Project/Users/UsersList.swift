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

struct UsersShow: ToolCommand, ReadsProject {
  static let name = "project users show"
  static let abstract: Text = "Show an account of the project, with its second factors and claims."
  static let arguments: [Argument<Self>] =
    [.positional(\.user, "user", help: "Its uid, e-mail address or phone number.")]
    + Argument.set(\.administrator)
  static let examples = [
    Example("usher project users show kim@example.com", "Show one."),
    Example("usher project users show kim@example.com --field uid", "Print the uid alone."),
  ]

  var user = ""
  var administrator = AdministratorOptions()

  func report(in context: Context) throws -> Report<UserResult> {
    let user = UserResult(try context.project(administrator).administrator().account(named: user))
    return Report(.ok, user, lines: user.lines(at: context.world.now()))
  }
}

/// An account of the project, as a result.
struct UserResult: CommandResult {
  var uid: String
  var email: String?
  var emailVerified: Bool
  var phone: String?
  var displayName: String?
  var photoURL: String?
  var disabled: Bool
  var providers: [String]
  var claims: JSONValue?
  var mfa: [FactorResult]
  var passkeys: [PasskeyInfo]
  var createdAt: Date?
  var lastSignInAt: Date?

  init(_ record: AccountRecord) {
    let account = Account(record, signInProvider: "")
    uid = record.localId ?? ""
    email = account.email
    emailVerified = account.isEmailVerified
    phone = account.phoneNumber
    displayName = account.displayName
    photoURL = account.photoURL
    disabled = record.disabled ?? false
    providers = account.providers
    claims = record.customAttributes.flatMap { JSONValue(json: $0) }
    mfa = account.factors.map(FactorResult.init)
    passkeys = account.passkeys ?? []
    createdAt = account.createdAt
    lastSignInAt = account.lastSignInAt
  }

  /// A one-line summary for people.
  var line: Text {
    let names = [email, phone, displayName].compactMap(\.self)
    let words = ([uid] + names).map { Text(verbatim: SafeText.brief($0)) }
    let marks: [Text] = (disabled ? [Text("disabled")] : []) + (mfa.isEmpty ? [] : ["second factor"])
    return (words + marks).joined(separator: "  ")
  }

  /// All of it for people, a line for each thing that there is.
  func lines(at now: Date) -> [Text] {
    func text(_ value: String?) -> Text? { value.map { Text(verbatim: SafeText.brief($0)) } }
    var rows: [(name: Text, value: Text?)] = [
      (Text("uid"), text(uid)),
      (
        Text("email"),
        email.map { emailVerified ? Text("\($0), verified").brief : Text("\($0), not verified").brief }
      ),
      (Text("phone"), text(phone)), (Text("name"), text(displayName)), (Text("photo"), text(photoURL)),
      (Text("providers"), providers.isEmpty ? nil : text(providers.joined(separator: ", "))),
      (Text("claims"), claims.map { Text(verbatim: SafeText.line($0.text)) }),
      (Text("disabled"), disabled ? Text("yes") : nil),
    ]
    rows += mfa.map { (Text("factor"), Text("\($0.title), id \($0.id)").brief) }
    rows += passkeys.map { (Text("passkey"), Text("\($0.title), id \($0.credentialID)").brief) }
    rows += [
      (Text("created"), text(createdAt?.timeOfDay(asOf: now))),
      ("signed in", text(lastSignInAt?.timeOfDay(asOf: now))),
    ]
    let shown = rows.compactMap { name, value in value.map { (name: name, value: $0) } }
    return Text.rows(shown, alignedWith: rows.map(\.name))
  }
}
