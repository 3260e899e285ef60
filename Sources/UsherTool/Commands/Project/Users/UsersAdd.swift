import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct UsersAdd: ToolCommand, ChangesProject {
  static let name = "project users add"
  static let abstract: Text = "Add an account to the project, without signing it in."
  static let arguments: [Argument<Self>] =
    [
      .option(\.uid, "uid", value: "UID", help: "Its uid; by default a random one."),
      .option(\.email, "email", value: "EMAIL", help: "Its e-mail address."),
      .flag(\.verified, "email-verified", help: "Mark the address as verified."),
      .option(\.phone, "phone", value: "NUMBER", help: "Its phone number."),
      .option(\.displayName, "display-name", value: "NAME", help: "Its display name."),
    ] + Argument.set(\.password) + Argument.set(\.change)
  static let examples = [
    Example("usher project users add --uid mo --email mo@example.com", "Add an account with a known uid."),
    Example(
      "usher project users add --email mo@example.com --password-file pw.txt", "Add one that has a password."),
  ]

  var uid: String?
  var email: String?
  var verified = false
  var phone: String?
  var displayName: String?
  var password = PasswordOptions()
  var change = ChangeOptions()

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
    account.password = password.isGiven ? try password.given(in: context.world, context.output) : nil
    if account.password != nil, email == nil { throw UsageError.misuse("a password needs --email") }
    let names = [account.localId, account.email, account.phoneNumber].compactMap(\.self)
    let line: Text = names.isEmpty ? "new account" : "new account: \(names.joined(separator: ", "))"
    let uid = try context.project(change).change([line]) { [account] in try $0.create(account) }
    return .done(Result(uid: uid), Text("Added \(uid)."))
  }
}

struct UsersDisable: ToolCommand, ChangesProject {
  static let name = "project users disable"
  static let abstract: Text = "Disable an account: it can no longer sign in."
  static let arguments: [Argument<Self>] =
    [.positional(\.user, "user", help: "Its uid, e-mail address or phone number.")]
    + Argument.set(\.change)
  static let examples = [Example("usher project users disable kim@example.com", "Disable one.")]

  var user = ""
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    try context.project(change).setDisabled(true, user)
  }
}

struct UsersEnable: ToolCommand, ChangesProject {
  static let name = "project users enable"
  static let abstract: Text = "Enable an account again."
  static let arguments: [Argument<Self>] =
    [.positional(\.user, "user", help: "Its uid, e-mail address or phone number.")]
    + Argument.set(\.change)
  static let examples = [Example("usher project users enable kim@example.com", "Enable one.")]

  var user = ""
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    try context.project(change).setDisabled(false, user)
  }
}

struct UsersDelete: ToolCommand, ChangesProject {
  static let name = "project users delete"
  static let abstract: Text = "Delete an account."
  static let discussion = """
    usher asks first, unless you give --yes. At Google, you type the uid to confirm it.
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.user, "user", help: "Its uid, e-mail address or phone number.")]
    + Argument.set(\.change)
  static let examples = [
    Example("usher project users delete kim@example.com --yes", "Delete one in a script.")
  ]

  var user = ""
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    let project = try context.project(change)
    let uid = try project.administrator().uid(of: user)
    let name =
      user == uid
      ? Text(verbatim: SafeText.brief(uid)) : Text("\(SafeText.brief(user)) (uid \(SafeText.brief(uid)))")
    try project.delete(uid, "Delete the account \(name) at \(project.spokenPlace)?") {
      try $0.delete(uids: [uid])
    }
    return .done(UsersAdd.Result(uid: uid), Text("Deleted \(uid)."))
  }
}

extension AdministeredProject {
  fileprivate func setDisabled(_ isDisabled: Bool, _ user: String) throws -> Report<UsersAdd.Result> {
    let account = try administrator().account(named: user)
    let uid = account.localId ?? ""
    var change = UpdateAccount.Request()
    change.localId = uid
    change.disableUser = isDisabled
    let (before, after) = (account.disabled ?? false, isDisabled)
    let line = SettingChange(
      Text(verbatim: SafeText.brief(uid)), from: before ? Text("disabled") : Text("enabled"),
      to: after ? Text("disabled") : Text("enabled")
    ).line
    try self.change([line]) { [change] in try $0.change(change) }
    return .done(UsersAdd.Result(uid: uid), isDisabled ? Text("Disabled \(uid).") : Text("Enabled \(uid)."))
  }
}

extension ProjectAdministrator {
  /// Returns the account with the UID, address or number `user`.
  func account(named user: String) throws -> AccountRecord {
    guard let account = try accountIfThere(named: user) else {
      throw Diagnosis(
        "auth/user-not-found", .data, "there is no account \(user) here",
        hint: Hint("see the accounts", ["usher", "project", "users", "list"]))
    }
    return account
  }

  /// Returns the account with the UID, address or number `user`; nil if there is none.
  func accountIfThere(named user: String) throws -> AccountRecord? {
    if user.hasPrefix("+") { return try account(.init(phoneNumber: try PhoneNumber.read(user).e164)) }
    if user.contains("@") { return try account(.init(email: try EmailAddress.read(user).text)) }
    return try account(.init(userId: user))
  }

  func uid(of user: String) throws -> String {
    try account(named: user).localId ?? ""
  }
}
