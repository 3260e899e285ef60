import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct Methods: ToolCommand, ActsAsNobody {
  static let name = "methods"
  static let abstract: Text = "Show the sign-in methods of an e-mail address."
  static let discussion = """
    A project with email enumeration protection hides the methods. Phone numbers are never among them.
    """
  static let arguments: [Argument<Self>] = [.positional(\.email, "email", help: "The address.")]
  static let examples = [Example("usher methods kim@example.com", "Show the methods of an address.")]

  var email = ""

  struct Result: CommandResult {
    var email: String
    /// Whether the project hides the methods.
    var hidden: Bool
    var methods: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let address = try EmailAddress.read(email)
    let methods = try context.service.auth().signInMethods(forEmail: address.text)
    let lines: [Text] =
      switch methods {
      case nil: ["The project hides the sign-in methods: email enumeration protection is on."]
      case []?: ["No account signs in with this address."]
      case let methods?: methods.map { Text(verbatim: SafeText.brief($0)) }
      }
    let isLocal = try methods == nil && context.place.destination().isEmbedded
    return Report(
      .ok, Result(email: address.text, hidden: methods == nil, methods: methods ?? []), lines: lines,
      notes: isLocal
        ? context.next.lines(
          "To show them here", ["usher", "project", "disable", "enumeration-protection"]) : [])
  }
}
