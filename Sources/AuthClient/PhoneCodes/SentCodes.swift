import Essentials
import Synchronization

/// The codes that a client sent by SMS within the last minute: asking again for one sends nothing.
final class SentCodes: Sendable {
  /// What a code was sent for.
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

  /// The code that still stands; nil where another may be sent.
  func standing(_ purpose: Purpose, at now: Date) -> PhoneVerification? {
    sent.withLock { sent in
      sent = sent.filter { $0.value.stands(at: now) }
      return sent[purpose]
    }
  }

  func keep(_ verification: PhoneVerification, for purpose: Purpose) {
    sent.withLock { $0[purpose] = verification }
  }

  /// Forgets a code that was used: whoever asks again needs another.
  func forget(_ verificationID: String) {
    sent.withLock { sent in sent = sent.filter { $0.value.verificationID != verificationID } }
  }
}
