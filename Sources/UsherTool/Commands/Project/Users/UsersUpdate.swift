import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct UsersUpdate: ToolCommand, ChangesProject {
  static let name = "project users update"
  static let abstract: Text = "Change an account of the project."
  static let discussion = "A new address or password ends the account's sessions."
  static let arguments: [Argument<Self>] =
    [
      .positional(\.user, "user", help: "Its uid, e-mail address or phone number."),
      .option(
        \.email, "email", value: "EMAIL", help: "Its new e-mail address; by default not verified."),
      .flag(\.verified, "email-verified", help: "Mark the address as verified.")
        .excluding("--no-email-verified"),
      .flag(\.unverified, "no-email-verified", help: "Mark the address as not verified."),
      .option(\.phone, "phone", value: "NUMBER", help: "Its new phone number."),
      .option(\.displayName, "display-name", value: "NAME", help: "Its new display name."),
    ] + Argument.set(\.password) + Argument.set(\.change)
  static let examples = [
    Example("usher project users update kim@example.com --display-name 'Kim Lee'", "Change the name."),
    Example("usher project users update kim@example.com --email-verified", "Mark the address as verified."),
  ]

  var user = ""
  var email: String?
  var verified = false
  var unverified = false
  var phone: String?
  var displayName: String?
  var password = PasswordOptions()
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<UsersAdd.Result> {
    var update = UpdateAccount.Request()
    update.email = try email.map { try EmailAddress.read($0).text }
    update.emailVerified = verified ? true : unverified ? false : nil
    update.phoneNumber = try phone.map { try PhoneNumber.read($0).e164 }
    update.displayName = displayName
    if password.isGiven {
      update.password = try PasswordPrompt(password, of: context.person, in: context.world).choose(for: nil) {
        $0
      }
    }
    guard update != UpdateAccount.Request() else {
      throw UsageError.misuse(
        "there is nothing to change",
        hint: Hint("see the options", ["usher", "project", "users", "update", "--help"]))
    }
    let project = try context.project(change)
    let account = try project.administrator().account(named: user)
    if update.password != nil, update.email ?? account.email == nil {
      throw UsageError.misuse("a password needs an address: add --email")
    }
    let uid = account.localId ?? ""
    update.localId = uid
    try project.change(update.lines(from: account)) { [update] in try $0.change(update) }
    return Report(.ok, UsersAdd.Result(uid: uid), lines: [Text("Changed \(uid).")], isConfirmation: true)
  }
}

extension UpdateAccount.Request {
  /// What changes, for people; a password is not shown.
  fileprivate func lines(from account: AccountRecord) -> [Text] {
    var lines: [Text] = []
    func add(_ name: Text, _ before: Text?, _ after: Text?) {
      guard let after, after != before else { return }
      lines.append(SettingChange(name, from: before ?? Text("none"), to: after).line)
    }
    func add(_ name: Text, _ before: String?, _ after: String?) {
      add(name, before.map { Text(verbatim: $0) }, after.map { Text(verbatim: $0) })
    }
    func word(_ flag: Bool) -> Text { flag ? Text("yes") : Text("no") }
    add(Text("email"), account.email, email)
    add("email verified", word(account.emailVerified ?? false), emailVerified.map(word))
    add(Text("phone"), account.phoneNumber, phoneNumber)
    add("display name", account.displayName, displayName)
    if password != nil { lines.append("password: a new one") }
    return lines
  }
}
