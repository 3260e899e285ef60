import AuthClient
import IdentityToolkit

extension Engine {
  /// Sends a link that is a credential, and uses it.
  func byLink(_ purpose: CredentialPurpose, to email: EmailAddress) throws -> Progress {
    let mail = try asker.sendLink(for: .credential(purpose), to: email)
    guard let link = try asker.link(from: mail) else { return .needs(.link(mail)) }
    guard case .signIn(let progress) = try complete(LinkCompletion(flow, link, state: LinkState(of: link)))
    else { throw LinkProblem.forSomethingElse }
    return try finish(progress)
  }

  /// Completes a link, with the address or the new password that it needs.
  package func complete(_ completion: LinkCompletion) throws -> LinkCompletion.Outcome {
    var completion = completion
    var isAsked = false
    while true {
      let outcome: LinkCompletion.Outcome
      do {
        outcome = try withRecentSignIn { try completion.complete() }
      } catch let problem as LinkProblem where isAsked && problem.isOfAddress {
        completion.email = try asker.address(after: problem)
        continue
      }
      switch outcome {
      case .signIn, .passwordChanged, .applied: return outcome
      case .needsAddress:
        completion.email = try asker.address(after: nil)
        isAsked = true
      case .needsNewPassword(let email):
        return try asker.choosePassword(.account(email)) { [completion] password in
          var completion = completion
          completion.newPassword = password
          return try completion.complete()
        }
      }
    }
  }

  /// Verifies the account's address with a link.
  func verifyAddress(_ email: EmailAddress) throws {
    let mail = try asker.sendLink(for: .verifyEmail, to: email)
    guard let link = try asker.link(from: mail) else { return }
    if case .applied(let applied) = try complete(LinkCompletion(flow, link, state: LinkState(of: link))) {
      asker.tell(applied)
    }
  }
}
