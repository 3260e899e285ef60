package import AuthClient
package import Essentials
package import IdentityToolkit

package struct MailedLink: Message {
  package let session: SessionKey
  let purpose: EmailPurpose
  /// The recipient. For a change of address, it is the new address.
  let email: EmailAddress
  /// The URL that the link leads to; nil if the link needs none.
  package let settings: ActionCodeSettings?
  /// Whether the link leads to an open page of this program. The page's address is not saved.
  let leadsToPage: Bool
  /// The authority in an embedded server's link, which leads to that page.
  let linkAuthority: String?

  package init(
    for purpose: EmailPurpose, to email: EmailAddress, settings: ActionCodeSettings?,
    leadsToPage: Bool = false, linkAuthority: String? = nil, in session: SessionKey
  ) {
    self.purpose = purpose
    self.email = email
    self.settings = settings
    self.leadsToPage = leadsToPage
    self.linkAuthority = linkAuthority
    self.session = session
  }

  package func kind(_ sent: SentLink) -> PendingKind { .email(purpose, sent) }

  package var recipient: String { email.text }
  package var verifiedAction: RecaptchaAction? { nil }

  package func mayRepeat(in flow: FlowSession) -> Bool { true }

  package func standing(in state: SavedState, at now: Date) -> SentLink? {
    state.pending(of: session, .email(purpose)).last?.sentLink.flatMap {
      $0.stands(at: now) && $0.recipient.hasBytes(ofAnyCase: recipient) ? $0 : nil
    }
  }

  package func step(of sent: SentLink, in state: SavedState) -> PendingStep? {
    state.pending(of: session, .email(purpose)).last { $0.sentLink == sent }
  }

  package func owner(in flow: FlowSession) throws -> String? {
    purpose.needsSession ? try flow.session(session).current()?.uid : nil
  }

  package func send(by flow: FlowSession) throws -> SentLink {
    var backend = try flow.backend()
    backend.linkAuthority = linkAuthority
    let user = purpose.needsToken ? try flow.renewed().saved.user : nil
    let auth = try flow.auth(user, at: backend)
    switch purpose {
    case .credential: try auth.sendSignInLink(toEmail: email.text, settings: settings ?? .init(address: ""))
    case .resetPassword: try auth.sendPasswordReset(withEmail: email.text, settings: settings)
    case .verifyEmail: try auth.sendEmailVerification(settings: settings)
    case .changeEmail: try auth.sendEmailVerification(beforeUpdatingEmail: email.text, settings: settings)
    }
    let now = flow.now()
    return SentLink(
      email: purpose == .changeEmail ? user?.email ?? "" : email.text,
      newEmail: purpose == .changeEmail ? email.text : nil, sentAt: now,
      resendAfter: now + ResendWindow.length, settings: leadsToPage ? nil : settings)
  }
}
