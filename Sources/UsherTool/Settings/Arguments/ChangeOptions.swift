import CommandKit
import Essentials

/// The options of a command that changes a project.
struct ChangeOptions: ArgumentSet {
  var administrator = AdministratorOptions()
  var isDryRun = false

  static let arguments: [Argument<Self>] =
    Argument.set(\.administrator) + [
      .flag(
        \.isDryRun, "dry-run", help: "Show the requests as curl commands, and send none.")
    ]
}
