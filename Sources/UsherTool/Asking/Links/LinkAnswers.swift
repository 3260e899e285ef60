import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// Completes a link, and answers what its completion needs: an address, a new password.
struct LinkAnswers {
  let person: Person
  let service: Service
  var password = PasswordOptions()

  func finish(_ completion: LinkCompletion) throws -> LinkCompletion.Outcome {
    var completion = completion
    while true {
      let outcome = try completion.complete()
      switch outcome {
      case .signIn, .passwordChanged, .applied: return outcome
      case .needsAddress: completion.email = try address()
      case .needsNewPassword(let email):
        return try PasswordPrompt(password, of: person, in: service.world).choose(for: email) {
          [completion] password in
          var completion = completion
          completion.newPassword = password
          return try completion.complete()
        }
      }
    }
  }

  private func address() throws -> EmailAddress {
    guard person.isInteractive else {
      throw UsageError.misuse(
        "usher does not know the address that this link was sent to", hint: "name it with --email")
    }
    return try EmailAddress.read(nil, explaining: "Type the address that the link was sent to.", from: person)
  }
}
