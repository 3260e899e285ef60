import IdentityToolkit

/// The purpose of an e-mail link's code.
public struct ActionCodeInfo: Sendable, Equatable {
  /// The operation that the link does.
  public let operation: ActionCodeOperation
  /// The address that the code is for.
  ///
  /// For a change of address, it is the new one. It is nil for a sign-in link, because the service must not reveal it.
  public let email: String?
  /// The account's address before the change.
  public let previousEmail: String?

  init(_ answer: ResetPassword.Response) {
    operation = ActionCodeOperation(answer.requestType)
    (email, previousEmail) =
      answer.newEmail == nil ? (answer.email, nil) : (answer.newEmail, answer.email)
  }
}
