import AuthClient
import Essentials
import Flows

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
