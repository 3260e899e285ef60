package import AuthClient
package import PrivateFiles

/// A change was made at the server, and could not be saved here.
package struct SavingFailed: Error, Equatable {
  package let done: Done
  package let cause: StateError

  package enum Done: Equatable, Sendable {
    /// A message for a step was sent.
    case sent(PendingKind)
    /// A credential was used.
    /// - Parameter provider: The credential's provider; nil if there was no credential.
    case credentialUsed(CredentialPurpose, Account, provider: String?)
    case accountChanged
  }

  init(_ done: Done, _ cause: StateError) {
    self.done = done
    self.cause = cause
  }
}
