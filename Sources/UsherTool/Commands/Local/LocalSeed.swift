import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct LocalSeed: ToolCommand {
  static let name = "local seed"
  static let abstract = "Give the local server the users and fictional numbers of a file."
  static let discussion = """
    The file is JSON, in the words of the Admin SDK:

      {"users": [
        {"uid": "kim", "email": "kim@example.com", "emailVerified": true,
         "password": "correct horse", "phoneNumber": "+14155550100",
         "displayName": "Kim", "customClaims": {"role": "tester"},
         "providers": [{"providerId": "google.com", "uid": "1"}],
         "factors": [{"phoneNumber": "+14155550101"},
                     {"totpSecret": "JBSWY3DPEHPK3PXP"}]},
        {"uid": "mo", "disabled": true}],
       "testPhoneNumbers": {"+16505550100": "482913"}}

    A user needs a uid. An account with the same uid is replaced, and its sessions end; others stay. So the same \
    file may be used as often as you like. It holds passwords and secrets: it is for tests.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The file; - is standard input.", completion: .file)
  ]
  static let examples = [Example("usher local seed users.json", "Begin each test with the same users.")]

  var file = ""

  struct Result: CommandResult {
    var users: Int
    var numbers: Int
  }

  func report(in context: Context) throws -> Report<Result> {
    let seed = try Seed(context.standardInput.data(of: file), named: file == "-" ? "standard input" : file)
    let server = try context.localServer()
    for (number, code) in seed.numbers { try server.setTestPhoneNumber(number, code: code) }
    var users = seed.users
    if !users.isEmpty {
      let present = try server.accounts()
      for index in users.indices {
        // An account that exists already keeps its age.
        guard let before = present.first(where: { $0.localId == users[index].localId }) else { continue }
        users[index].createdAt = before.createdAt
        users[index].lastLoginAt = before.lastLoginAt
      }
      let flaws = try server.store(.init(users: users))
      if !flaws.isEmpty {
        let texts = flaws.map { flaw in
          let uid = flaw.index.flatMap { users.indices.contains($0) ? users[$0].localId : nil } ?? "?"
          return "\(uid): \(flaw.message ?? "")"
        }
        throw Diagnosis(
          "usher/bad-seed", .data, "not every user could be stored (\(texts.joined(separator: "; ")))",
          retry: .newInput)
      }
    }
    return Report(
      .ok, Result(users: users.count, numbers: seed.numbers.count),
      lines: ["Users stored: \(users.count); fictional numbers: \(seed.numbers.count)."],
      isConfirmation: true)
  }
}
