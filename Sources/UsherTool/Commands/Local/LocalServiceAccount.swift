import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalServiceAccount: ToolCommand, AtLocalServer {
  static let name = "local service-account"
  static let abstract: Text = "Create a service account of the local server, with a key file for tests."
  static let discussion = """
    The server of usher serve plays Google's part: it exchanges the key for access tokens, and checks their \
    roles. Give the file to --service-account, or to any library of Google's.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.file, "file", help: "The key file to write; it must not exist.", completion: .file),
    .option(\.email, "email", value: "EMAIL", help: "The address of the account; by default a random one."),
    .option(
      \.roles, "role", value: "ROLE",
      help: "A role, like roles/firebaseauth.viewer; by default every right."),
  ]
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example(
      "usher local service-account key.json --endpoint http://127.0.0.1:9099",
      "Write a key for tests of a program that administers accounts.")
  ]

  var file = ""
  var email: String?
  var roles: [String] = []

  struct Result: CommandResult {
    var file: String
    var email: String
  }

  func report(in context: Context) throws -> Report<Result> {
    try context.place.destination().refuseTenant(of: Text("a service account"))
    let server = try context.service.localServer()
    guard case .emulator = try context.place.destination().endpoint else {
      throw UsageError.misuse(
        "the local server inside usher has no address that a key could name",
        hint: "start usher serve, and name it with --endpoint")
    }
    let key = try NewSecretFile(creating: file)
    let account: CreateServiceAccount.Response
    do {
      account = try server.createServiceAccount(email: email, roles: roles.isEmpty ? nil : roles)
    } catch {
      key.abandon()
      throw error
    }
    try key.finish(with: ResultEncoder.json(of: account).text.utf8)
    let email = account.clientEmail ?? ""
    return .done(Result(file: file, email: email), "Wrote the key of \(email) to \(file).")
  }
}
