import Essentials
import Flows
import IdentityToolkit

/// The result of a command that signs in, links, re-authenticates, sends or confirms: what is awaited, or
/// what came of it.
struct StepResult: CommandResult, OmitsMissing {
  /// Whether a message was sent just now, or one sent earlier still stands.
  var sent: Bool?
  /// Null where a step is awaited that is not kept.
  var pending: Nullable<PendingResult>?
  /// Null where nothing leads on.
  var nextStep: Nullable<NextStepResult>?
  var account: AccountResult?
  var session: SessionResult?
  /// Whether the sign-in created the account.
  var created: Bool?
  /// What an identity provider says of the person.
  var profileAtProvider: JSONValue?
  /// Where they were asked for.
  var providerTokens: ProviderTokensResult?
  /// What a mailed link did other than sign in.
  var operation: String?
  /// The address that it did that for; null where the server does not say.
  var email: Nullable<String>?
  /// Where a mailed link leads on to.
  var continueURL: String?
}

extension StepResult {
  init(_ session: SavedSession) {
    self.init(account: AccountResult(session), session: SessionResult(session))
  }
}

/// The command that leads on.
struct NextStepResult: Codable, Sendable {
  /// A command that is complete with what it `needs`.
  var argv: [String]
  /// What has to be given to it: `code`, `link`.
  var needs: [String]
}
