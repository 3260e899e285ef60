import AuthClient

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
