package import AuthClient
package import Essentials
package import IdentityToolkit
import PrivateFiles

/// Sends messages of every kind.
///
/// Within a minute, and for requests at the same time, it sends only one message and uses it again.
package struct Sender {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Sends `message` unless a recent one is still valid, and saves the step that its code or link finishes.
  ///
  /// The app is verified before the recipient is locked. If a mail turns out to need that, the recipient is unlocked
  /// first. So no other process waits while a user is in the browser.
  /// - Parameter resend: Whether the user requests another message.
  /// - Throws: `ResentTooSoon` if an earlier message is valid and another may not be sent. `SavingFailed` if the
  ///   message was sent and its step could not be saved.
  package func send<Kind: Message>(_ message: Kind, resend: Bool = false) throws -> Sending<Kind.Sent> {
    if try standing(message, resend) == nil, let action = message.verifiedAction {
      try verifyApp(for: action)
    }
    do {
      return try sendOnce(message, resend)
    } catch let failure as AuthFailure
      where message.verifiedAction == nil && failure.refusal?.code == .missingRecaptchaToken
    {
      try verifyApp(for: .getOobCode)
      return try sendOnce(message, resend)
    }
  }

  private func sendOnce<Kind: Message>(_ message: Kind, _ resend: Bool) throws -> Sending<Kind.Sent> {
    try flow.state.locked(sendingTo: message.recipient, in: flow.binding) {
      if let sent = try standing(message, resend) {
        let step = message.step(of: sent, in: try flow.state.read())
        if resend {
          throw ResentTooSoon(
            kind: message.kind(sent), step: step, session: flow.key, resendAfter: sent.resendTime)
        }
        return Sending(
          message: sent, step: try step ?? kept(sent, of: message, for: try message.owner(in: flow)),
          isNew: false)
      }
      let owner = try message.owner(in: flow)
      let sent = try Self.sending(to: message) { try message.send(by: flow) }
      return Sending(message: sent, step: try kept(sent, of: message, for: owner), isNew: true)
    }
  }

  /// Adds the region to a refusal that is about regions.
  private static func sending<Sent>(to message: some Message, _ send: () throws -> Sent) throws -> Sent {
    do {
      return try send()
    } catch let failure as AuthFailure
      where failure.refusal.flatMap({ RefusalCause($0) }) == .blockedRegion
    {
      throw RegionBlocked(failure: failure, code: CallingCode(beginning: message.recipient.dropFirst()))
    }
  }

  /// Sends a code in the same way, and returns the need for it.
  func need<Code: Message>(_ code: Code, resend: Bool = false) throws -> CodeNeed
  where Code.Sent == PhoneVerification {
    let sending = try send(code, resend: resend)
    return CodeNeed(
      CodeConfirmation(code.kind(sending.message), of: sending.step, in: flow), sent: sending.isNew)
  }

  private func standing<Kind: Message>(_ message: Kind, _ resend: Bool) throws -> Kind.Sent? {
    let sent = message.standing(in: try flow.state.read(), at: flow.now())
    return resend && message.mayRepeat(in: flow) ? nil : sent
  }

  private func verifyApp(for action: RecaptchaAction) throws {
    try flow.verifyingApp(try flow.auth()) { auth throws(AuthFailure) in try auth.prepare(action) }
  }

  private func kept<Kind: Message>(_ sent: Kind.Sent, of message: Kind, for owner: String?) throws
    -> PendingStep?
  {
    do {
      return try flow.updateAfterSending(isSMS: message.verifiedAction != nil) { state in
        try message.keep(sent, for: owner, in: &state)
      }
    } catch let error as StateError {
      throw SavingFailed(.sent(message.kind(sent)), error)
    }
  }
}

/// The project sends no SMS to the region of the number.
package struct RegionBlocked: Error {
  package let failure: AuthFailure
  /// The calling code of the number, which several regions may share.
  package let code: CallingCode?
}

/// A message on its way.
package struct Sending<Sent: SentMessage> {
  package let message: Sent
  /// The step that its code or link finishes; nil if nothing is saved.
  package let step: PendingStep?
  /// False if it is an earlier message that is still valid.
  package let isNew: Bool
}

extension Sending: Equatable where Sent: Equatable {}
extension Sending: Sendable where Sent: Sendable {}

/// The user requested another code within a minute.
package struct ResentTooSoon: Error {
  /// The kind of step that the earlier code finishes.
  package let kind: PendingKind
  /// The step; nil if it was never saved.
  package let step: PendingStep?
  package let session: SessionKey
  package let resendAfter: Date
}

/// A message to a user, whose code or link finishes a pending step.
package protocol Message {
  associatedtype Sent: SentMessage

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
