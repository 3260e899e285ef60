package import AuthClient
package import PrivateFiles

/// Something was done at the server that could not be saved here.
package struct SavingFailed: Error, Equatable {
  package let done: Done
  package let cause: StateError

  package enum Done: Equatable, Sendable {
    /// A message for a step.
    case sent(PendingKind)
    /// - Parameter provider: of the credential; nil where there was none.
    case credentialUsed(CredentialPurpose, Account, provider: String?)
    case accountChanged
  }

  init(_ done: Done, _ cause: StateError) {
    self.done = done
    self.cause = cause
  }
}
