import AuthClient
import Essentials
import HTTP
import IdentityToolkit

/// Mails a link and remembers to whom.
struct LinkSending {
  let context: Context
  let session: SessionKey
  let purpose: EmailPurpose
  /// Where the embedded server's link leads: a page that is open for it.
  var linkAuthority: String?

  struct Outcome {
    var link: SentLink
    /// Nil where nothing is kept.
    var step: PendingStep?
    /// False if one sent within the last minute still stands.
    var sent: Bool
  }

  /// Seconds in which asking again for the same address sends nothing, unless another is asked for.
  static let window: Double = 60

  /// - Parameter email: the address written to; for a change of address, the new one.
  func send(
    to email: EmailAddress, settings: ActionCodeSettings?, resend: Bool = false
  ) throws -> Outcome {
    try context.lockedForSending(to: email.text, in: session.binding) {
      let state = try context.savedState()
      let earlier = state.pending(of: session).last { $0.kindName == purpose.rawValue }
      if !resend, let earlier, case .email(_, let link) = earlier.kind, link.stands(at: context.now()),
        (link.newEmail ?? link.email) == email.text
      {
        return Outcome(link: link, step: earlier, sent: false)
      }
      let saved = state[session]
      try mail(email, settings, saved)
      let now = context.now()
      let isChange = purpose == .changeEmail
      let link = SentLink(
        email: isChange ? saved?.account.email ?? "" : email.text, newEmail: isChange ? email.text : nil,
        sentAt: now, resendAfter: now + Self.window)
      return Outcome(link: link, step: try keep(link, uid: saved?.uid), sent: true)
    }
  }

  private func mail(_ email: EmailAddress, _ settings: ActionCodeSettings?, _ saved: SavedSession?) throws {
    var backend = try context.backend()
    backend.linkAuthority = linkAuthority
    let user = purpose.usesToken ? try context.renewedSession().saved.user() : nil
    let auth = Auth(backend: backend, currentUser: user, now: context.now)
    switch purpose {
    case .signIn, .link, .reauthenticate:
      guard let settings else { fatalError("a sign-in link leads somewhere") }
      try auth.sendSignInLink(toEmail: email.text, settings: settings)
    case .resetPassword: try auth.sendPasswordReset(withEmail: email.text, settings: settings)
    case .verifyEmail: try auth.sendEmailVerification(settings: settings)
    case .changeEmail:
      try auth.sendEmailVerification(beforeUpdatingEmail: email.text, settings: settings)
    }
  }

  private func keep(_ link: SentLink, uid: String?) throws -> PendingStep? {
    guard context.keepsState else { return nil }
    do {
      return try context.stateFile().update { state in
        state.addPending(
          .email(purpose, link), to: session,
          uid: purpose == .signIn || purpose == .resetPassword ? nil : uid,
          createdAt: link.sentAt, expiresAt: link.sentAt + Self.lifetime(of: purpose))
      }
    } catch let error as StateError {
      var diagnosis = Diagnosis(error)
      diagnosis.message = "the mail was sent, but the address could not be remembered: " + diagnosis.message
      diagnosis.hint = "complete it with: usher complete-link --email \(link.email)"
      throw diagnosis
    }
  }

  /// How long it is worth remembering; the server decides how long a link is good.
  private static func lifetime(of purpose: EmailPurpose) -> Double {
    switch purpose {
    case .resetPassword: 3600
    case .signIn, .link, .reauthenticate: 6 * 3600
    case .verifyEmail, .changeEmail: 3 * 86_400
    }
  }
}

extension EmailPurpose {
  /// Whether the mail is asked for with the account's own token.
  fileprivate var usesToken: Bool { self == .verifyEmail || self == .changeEmail }
}
