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
    return .done(UsersAdd.Result(uid: uid), Text("Changed \(uid)."))
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

struct UsersClaims: ToolCommand, ChangesProject {
  static let name = "project users claims"
  static let abstract: Text = "Show or change the custom claims of an account."
  static let discussion = """
    NAME=VALUE sets a claim to JSON or to a bare word. NAME= removes it. A value that begins with {, [ or a \
    quotation mark must be JSON. Other claims stay. Tokens show the change after the next renewal.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.user, "user", help: "Its uid, e-mail address or phone number."),
      .positional(\.changes, "name=value", help: "A claim to set.", required: false),
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project users claims kim@example.com", "Show them."),
    Example("usher project users claims kim@example.com role=tester level=3", "Set two."),
  ]

  var user = ""
  var changes: [String] = []
  var change = ChangeOptions()

  struct Result: CommandResult {
    var uid: String
    var claims: JSONValue
  }

  func report(in context: Context) throws -> Report<Result> {
    // Read all changes before the first request.
    let changes = try changes.map(Self.change)
    let project = try context.project(change)
    let account = try project.administrator().account(named: user)
    let uid = account.localId ?? ""
    var claims: JSONValue = [:]
    if let text = account.customAttributes, !text.isEmpty {
      guard let present = JSONValue(json: text), present.members != nil else {
        throw Diagnosis(
          .noSuchSetting, "the present claims of \(SafeText.brief(uid)) are not a JSON object",
          hint: "they are: \(SafeText.line(text))")
      }
      claims = present
    }
    if changes.isEmpty {
      return Report(
        .ok, Result(uid: uid, claims: claims), lines: [Text(verbatim: claims.text)], isVerbatim: true)
    }
    let before = claims
    for change in changes { claims[change.name] = change.value }
    var update = UpdateAccount.Request()
    update.localId = uid
    update.customAttributes = claims.text
    let line = SettingChange("claims of \(SafeText.brief(uid))", from: before, to: claims).line
    try project.change([line]) { [update] in try $0.change(update) }
    return .done(Result(uid: uid, claims: claims), "Changed the claims of \(SafeText.brief(uid)).")
  }

  private static func change(_ text: String) throws -> (name: String, value: JSONValue?) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard halves.count == 2, !halves[0].isEmpty else {
      throw UsageError.misuse(
        "'\(text)' is not NAME=VALUE",
        hint: "write it as in role=tester or tags='[1,2]', or remove a claim with NAME=")
    }
    if halves[1].isEmpty { return (halves[0], nil) }
    return (halves[0], try JSONArgument.valueOrWord(halves[1], named: Text(verbatim: halves[0])))
  }
}

struct UsersRevoke: ToolCommand, ChangesProject {
  static let name = "project users revoke"
  static let abstract: Text = "End all sessions of accounts."
  static let discussion = """
    Refresh tokens from before end at once. ID tokens and session cookies work until they expire, except at a back end \
    that checks whether they were revoked.
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.users, "user", help: "Its uid, e-mail address or phone number.", required: true)]
    + Argument.set(\.change)
  static let examples = [
    Example("usher project users revoke kim@example.com", "End the sessions of one account.")
  ]

  var users: [String] = []
  var change = ChangeOptions()

  struct Result: CommandResult {
    var uids: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(change)
    let administrator = try project.administrator()
    var uids: [String] = []
    for user in users {
      let uid = try administrator.uid(of: user)
      if !uids.contains(uid) { uids.append(uid) }
    }
    // The service compares whole seconds, and so do the Admin SDKs' own calls.
    let now = DecimalText(String((context.service.localTime ?? context.world.now()).seconds))
    try project.change(uids.map { "end the sessions of \(SafeText.brief($0))" }) { server in
      for uid in uids {
        var update = UpdateAccount.Request()
        update.localId = uid
        update.validSince = now
        try server.change(update)
      }
    }
    return .done(Result(uids: uids), lines: uids.map { Text("Ended the sessions of \($0).") })
  }
}
