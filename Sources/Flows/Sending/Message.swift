package import AuthClient
package import Essentials
package import IdentityToolkit

/// A message that a person is sent, and whose code or link finishes a pending step.
package protocol Message {
  associatedtype Sent: SentMessage

  /// Whose step it finishes.
  var session: SessionKey { get }

  /// What `sent` is for.
  func kind(_ sent: Sent) -> PendingKind

  /// What no two processes send to at once.
  var recipient: String { get }

  /// What the app is verified for before it is sent; nil for mails.
  var verifiedAction: RecaptchaAction? { get }

  /// Whether another may be sent while one stands, where it is asked for.
  func mayRepeat(in flow: FlowSession) -> Bool

  /// The one that was sent a moment ago and serves here too.
  func standing(in state: SavedState, at now: Date) -> Sent?

  /// The step that `sent` belongs to already.
  func step(of sent: Sent, in state: SavedState) -> PendingStep?

  /// The uid of the account that it is for, as long as no other sign-in comes; nil where it signs in.
  func owner(in flow: FlowSession) throws -> String?

  /// Has the service send it.
  func send(by flow: FlowSession) throws -> Sent

  /// Adds what `sent` finishes to the pending steps.
  func keep(_ sent: Sent, for owner: String?, in state: inout SavedState) throws -> PendingStep
}

extension Message {
  package func keep(_ sent: Sent, for owner: String?, in state: inout SavedState) -> PendingStep {
    state.addPending(kind(sent), to: session, uid: owner, createdAt: sent.sentAt)
  }
}

/// What is known of a message that was sent.
package protocol SentMessage {
  var sentAt: Date { get }
  var resendTime: Date { get }

  /// Whether asking again now sends nothing.
  func stands(at now: Date) -> Bool
}

extension PhoneVerification: SentMessage {
  package var resendTime: Date { resendAfter }
}

extension SentLink: SentMessage {
  package var resendTime: Date { resendAfter ?? sentAt }
}
