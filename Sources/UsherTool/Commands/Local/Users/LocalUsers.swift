import AuthClient
import CommandKit
import IdentityToolkit
import TerminalIO

struct UsersList: ToolCommand, AtLocalServer {
  static let name = "local users list"
  static let abstract = "List the accounts of the local server."
  static let examples = [Example("usher local users list", "List them by their uids.")]

  struct Result: CommandResult {
    var users: [LocalUserResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let users = try context.service.localServer(within: context.settings.timeout).accounts().map(
      LocalUserResult.init)
    return Report(
      .ok, Result(users: users), lines: users.map(\.line),
      notes: users.isEmpty ? ["Project \(try context.place.destination().project) has no accounts."] : [])
  }
}

struct UsersAdd: ToolCommand, AtLocalServer {
  static let name = "local users add"
  static let abstract = "Add an account to the local server, without signing it in."
  static let arguments: [Argument<Self>] =
    [
      .option(\.uid, "uid", value: "UID", help: "Its uid; by default a random one."),
      .option(\.email, "email", value: "EMAIL", help: "Its e-mail address."),
      .flag(\.verified, "email-verified", help: "Mark the address as verified."),
      .option(\.phone, "phone", value: "NUMBER", help: "Its phone number."),
      .option(\.displayName, "display-name", value: "NAME", help: "Its display name."),
    ] + Argument.set(\.password)
  static let examples = [
    Example("usher local users add --uid mo --email mo@example.com", "Add an account with a known uid."),
    Example(
      "usher local users add --email mo@example.com --password-file pw.txt", "Add one that has a password."),
  ]

  var uid: String?
  var email: String?
  var verified = false
  var phone: String?
  var displayName: String?
  var password = PasswordOptions()

  struct Result: CommandResult {
    var uid: String
  }

  func report(in context: Context) throws -> Report<Result> {
    var account = CreateAccount.Request()
    account.returnSecureToken = nil
    account.localId = uid
    account.email = try email.map { try EmailAddress.read($0).text }
    account.emailVerified = verified ? true : nil
    account.phoneNumber = try phone.map { try PhoneNumber.read($0).e164 }
    account.displayName = displayName
    account.password = password.isGiven ? try password.given(in: context.world) : nil
    if account.password != nil, email == nil { throw UsageError.misuse("a password needs --email") }
    let uid = try context.service.localServer().create(account)
    return Report(.ok, Result(uid: uid), lines: ["Added \(uid)."], isConfirmation: true)
  }
}

struct UsersDisable: ToolCommand, AtLocalServer {
  static let name = "local users disable"
  static let abstract = "Disable an account of the local server: it can no longer sign in."
  static let arguments: [Argument<Self>] = [
    .positional(\.user, "user", help: "Its uid, e-mail address or phone number.")
  ]
  static let examples = [Example("usher local users disable kim@example.com", "Disable one.")]

  var user = ""

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    try context.service.localServer().setDisabled(true, user, verb: "Disabled")
  }
}

struct UsersEnable: ToolCommand, AtLocalServer {
  static let name = "local users enable"
  static let abstract = "Enable an account of the local server again."
  static let arguments: [Argument<Self>] = [
    .positional(\.user, "user", help: "Its uid, e-mail address or phone number.")
  ]
  static let examples = [Example("usher local users enable kim@example.com", "Enable one.")]

  var user = ""

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    try context.service.localServer().setDisabled(false, user, verb: "Enabled")
  }
}

struct UsersDelete: ToolCommand, AtLocalServer {
  static let name = "local users delete"
  static let abstract = "Delete an account of the local server."
  static let discussion = """
    usher asks first, unless you give --yes.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.user, "user", help: "Its uid, e-mail address or phone number.")
  ]
  static let examples = [Example("usher local users delete kim@example.com --yes", "Delete one in a script.")]

  var user = ""

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    let server = try context.service.localServer()
    let uid = try server.uid(of: user)
    try context.destruction.confirm(
      "Delete the account \(user) at the \(try context.place.destination().spokenServer)?")
    try server.delete(uids: [uid])
    return Report(.ok, UsersAdd.Result(uid: uid), lines: ["Deleted \(uid)."], isConfirmation: true)
  }
}

extension LocalServerAdmin {
  fileprivate func setDisabled(
    _ isDisabled: Bool, _ user: String, verb: String
  ) throws -> Report<UsersAdd.Result> {
    var change = UpdateAccount.Request()
    change.localId = try uid(of: user)
    change.disableUser = isDisabled
    try self.change(change)
    let uid = change.localId ?? ""
    return Report(.ok, UsersAdd.Result(uid: uid), lines: ["\(verb) \(uid)."], isConfirmation: true)
  }
}

extension LocalServerAdmin {
  /// Returns the account with the UID, address or number `user`.
  func account(named user: String) throws -> AccountRecord {
    let condition: QueryAccounts.Expression
    if user.hasPrefix("+") {
      condition = .init(phoneNumber: try PhoneNumber.read(user).e164)
    } else if user.contains("@") {
      condition = .init(email: try EmailAddress.read(user).text)
    } else {
      condition = .init(userId: user)
    }
    guard let account = try account(condition) else {
      throw Diagnosis(
        "auth/user-not-found", .data, "there is no account \(user) here",
        hint: Hint("see the accounts", ["usher", "local", "users", "list"]), retry: .newInput)
    }
    return account
  }

  fileprivate func uid(of user: String) throws -> String {
    try account(named: user).localId ?? ""
  }
}
