import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

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
    return Report(
      .ok, Result(uids: uids), lines: uids.map { Text("Ended the sessions of \($0).") }, isConfirmation: true)
  }
}
