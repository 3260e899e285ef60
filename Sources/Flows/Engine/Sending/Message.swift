package import AuthClient
package import Essentials
package import IdentityToolkit

/// A message to a user, whose code or link finishes a pending step.
package protocol Message {
  associatedtype Sent: SentMessage

  /// The session of the step.
  var session: SessionKey { get }

  /// Returns the kind of step that `sent` finishes.
  func kind(_ sent: Sent) -> PendingKind

  /// The recipient. Only one process at a time sends to it.
  var recipient: String { get }

  /// The reCAPTCHA action for app verification; nil for e-mails.
  var verifiedAction: RecaptchaAction? { get }

  /// Whether the user may request another message while an earlier one is valid.
  func mayRepeat(in flow: FlowSession) -> Bool

  /// Returns a recent message that can be used instead of a new one.
  func standing(in state: SavedState, at now: Date) -> Sent?

  /// Returns the step that `sent` already belongs to.
  func step(of sent: Sent, in state: SavedState) -> PendingStep?

  /// Returns the uid of the account that the message is for; nil if it signs in.
  ///
  /// If another user signs in, the step is no longer valid.
  func owner(in flow: FlowSession) throws -> String?

  /// Sends the message through the service.
  func send(by flow: FlowSession) throws -> Sent

  /// Adds the step that `sent` finishes.
  func keep(_ sent: Sent, for owner: String?, in state: inout SavedState) throws -> PendingStep
}

extension Message {
  package func keep(_ sent: Sent, for owner: String?, in state: inout SavedState) -> PendingStep {
    state.addPending(kind(sent), to: session, uid: owner, createdAt: sent.sentAt)
  }
}

/// A message that was sent.
package protocol SentMessage {
  var sentAt: Date { get }
  var resendTime: Date { get }

  /// Whether the message is so recent that no other one is sent.
  func stands(at now: Date) -> Bool
}

extension PhoneVerification: SentMessage {
  package var resendTime: Date { resendAfter }
}

extension SentLink: SentMessage {
  package var resendTime: Date { resendAfter ?? sentAt }
}
