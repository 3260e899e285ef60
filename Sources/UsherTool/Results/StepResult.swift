import AuthClient
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

/// A step that waits for a code or a link, in a result.
struct PendingResult: Codable, OmitsMissing, Sendable {
  /// Null where the step is not kept.
  var id: Nullable<String>
  var kind: String
  /// The name of the session it is for.
  var session: String?
  var phone: String?
  var verificationID: String?
  var email: String?
  var provider: String?
  var factors: [FactorResult]?
  var expiresAt: Date
  var resendAfter: Date?

  init(_ step: PendingStep) {
    id = Nullable(step.id.rawValue)
    kind = step.kindName
    session = step.session
    phone = step.sentCode?.phoneNumber
    verificationID = step.sentCode?.verificationID
    email = step.sentLink?.recipient ?? step.identity?.email
    provider = step.identity?.providerID
    if case .secondFactor(_, let choice) = step.kind { factors = choice.factors.map(FactorResult.init) }
    expiresAt = step.expiresAt
    resendAfter = step.sentCode?.resendAfter ?? step.sentLink?.resendAfter
  }

  /// A code that was sent and is not kept: a script goes on with the verification ID.
  init(unkept step: PendingKind, _ sent: PhoneVerification) {
    id = Nullable(nil)
    kind = step.name.rawValue
    phone = sent.phoneNumber
    verificationID = sent.verificationID
    expiresAt = sent.sentAt + step.lifetime
    resendAfter = sent.resendAfter
  }
}

/// What an identity provider gave for calls to it. Secrets: shown only where they were asked for.
struct ProviderTokensResult: Codable, OmitsMissing, Sendable {
  var provider: String
  var idToken: String?
  var accessToken: String?
  var refreshToken: String?
  var tokenSecret: String?

  init(_ credential: OAuthCredential) {
    provider = credential.providerID
    idToken = credential.idToken
    accessToken = credential.accessToken
    refreshToken = credential.refreshToken
    tokenSecret = credential.secret
  }

  /// One line for each.
  var lines: [Text] {
    let lines: [Text?] = [
      idToken.map { "ID token of \(provider): \($0)" },
      accessToken.map { "Access token of \(provider): \($0)" },
      refreshToken.map { "Refresh token of \(provider): \($0)" },
      tokenSecret.map { "Token secret of \(provider): \($0)" },
    ]
    return lines.compactMap(\.self)
  }
}
