import AuthClient
import IdentityToolkit
import PrivateFiles

/// Sends messages of every kind, each once: within a minute, and whoever else asks at the same time, the one on
/// its way still stands.
package struct Sender {
  let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Sends `message` unless one stands, and keeps what its code or link finishes.
  ///
  /// The app is verified before the recipient is locked: no other process waits while a person is at the browser.
  /// - Parameter resend: Another is asked for.
  /// - Throws: `ResentTooSoon` where one stands and another may not be sent; `SavingFailed` where it was sent and
  ///   could not be kept.
  package func send<Kind: Message>(_ message: Kind, resend: Bool = false) throws -> Sending<Kind.Sent> {
    if try standing(message, resend) == nil, let action = message.verifiedAction {
      try verifyApp(for: action)
    }
    return try flow.state.locked(sendingTo: message.recipient, in: flow.binding) {
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
      let sent = try message.send(by: flow)
      return Sending(message: sent, step: try kept(sent, of: message, for: owner), isNew: true)
    }
  }

  private func standing<Kind: Message>(_ message: Kind, _ resend: Bool) throws -> Kind.Sent? {
    let sent = message.standing(in: try flow.state.read(), at: flow.now())
    return resend && message.mayRepeat(in: flow) ? nil : sent
  }

  private func verifyApp(for action: RecaptchaAction) throws {
    try flow.sendingSMS(try flow.auth()) { auth throws(AuthFailure) in try auth.prepare(action) }
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

/// A message that is on its way.
package struct Sending<Sent: SentMessage> {
  package let message: Sent
  /// What its code or link finishes; nil where nothing is kept.
  package let step: PendingStep?
  /// False if one that was sent a moment ago still stands.
  package let isNew: Bool
}

extension Sending: Equatable where Sent: Equatable {}
extension Sending: Sendable where Sent: Sendable {}
