package import AuthClient
import IdentityToolkit

/// How far a goal has come.
package enum Progress {
  case signedIn(SignedIn)
  /// The session's account has a new second factor.
  case enrolled(SavedSession, name: String)
  case needs(Need)
}

/// What is missing until the goal is reached. If a step was saved, a later run can go on with it.
package enum Need {
  /// The choice of a second factor, and its code. There is no session yet.
  case factor(SecondFactorStep)
  case code(CodeNeed)
  /// The link from this e-mail.
  case link(Sending<SentLink>)
}

/// The code that finishes a confirmation.
package struct CodeNeed {
  package let confirmation: CodeConfirmation
  /// Whether an SMS was sent just now; false if an earlier one is still valid. It is nil if none belongs to the code, or
  /// the user knows it already.
  package var sent: Bool?
  /// Whether the code is for the same step as the one that was needed before.
  package var isRepeated = false

  package init(_ confirmation: CodeConfirmation, sent: Bool?) {
    self.confirmation = confirmation
    self.sent = sent
  }
}

/// The result of a credential.
package struct SignedIn: Equatable, Sendable {
  package let session: SavedSession
  package let purpose: CredentialPurpose
  /// The provider of the credential; nil if there was no credential.
  package let provider: String?
  /// The server's information in addition to the user; nil if the call returns none.
  package let additional: AdditionalUserInfo?
  /// The session of another account that this one replaced.
  package var replaced: SavedSession?
  /// Whether a session here had a password of this account from before its address was verified.
  ///
  /// Google's service removes such a password at the first sign-in that verifies the address.
  package var endsPassword = false
}
