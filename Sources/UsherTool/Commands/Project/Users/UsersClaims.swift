import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

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
    return Report(
      .ok, Result(uid: uid, claims: claims), lines: ["Changed the claims of \(SafeText.brief(uid))."],
      isConfirmation: true)
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
