import IdentityToolkit

/// What the code of a mailed link is for.
public struct ActionCodeInfo: Sendable, Equatable {
  /// What the link does.
  public let operation: ActionCodeOperation
  /// The address that the code is about; for a change, the new one. Nil for sign-in links, which must not reveal it.
  public let email: String?
  /// The account's address before the change.
  public let previousEmail: String?

  init(_ answer: ResetPassword.Response) {
    operation = ActionCodeOperation(answer.requestType)
    (email, previousEmail) =
      answer.newEmail == nil ? (answer.email, nil) : (answer.newEmail, answer.email)
  }
}
