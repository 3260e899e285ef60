import Essentials
import Synchronization

/// The SMS codes that a client sent within the last minute. The client does not send another one for the same purpose.
final class SentCodes: Sendable {
  struct Purpose: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case signIn
      case enrollment(uid: String)
      case secondFactor(enrollmentID: String, pendingCredential: String)
    }

    let kind: Kind
    let number: String
    let endpoint: Endpoint
    let tenant: String?
  }

  private let sent = Mutex<[Purpose: PhoneVerification]>([:])

  /// Returns the code that was sent for `purpose`; nil if another one may be sent.
  func standing(_ purpose: Purpose, at now: Date) -> PhoneVerification? {
    sent.withLock { sent in
      sent = sent.filter { $0.value.stands(at: now) }
      return sent[purpose]
    }
  }

  func keep(_ verification: PhoneVerification, for purpose: Purpose) {
    sent.withLock { $0[purpose] = verification }
  }

  /// Forgets a code that was used, so that the next request sends another one.
  func forget(_ verificationID: String) {
    sent.withLock { sent in sent = sent.filter { $0.value.verificationID != verificationID } }
  }
}
