package import AuthClient
package import Essentials

/// Something begun that a code or a link finishes, possibly in another process.
package struct PendingStep: Equatable, Sendable {
  package let id: PendingID
  /// The name of the session it is for.
  package let session: String
  /// The account it was begun for; nil where it signs in whoever it turns out to be.
  package let uid: String?
  package let createdAt: Date
  /// By this machine's clock, which may be wrong: only the server knows whether the step can be finished.
  package var expiresAt: Date
  package var wrongCodes: Int
  package var kind: PendingKind

  package init(
    id: PendingID, session: String, uid: String? = nil, createdAt: Date, expiresAt: Date, wrongCodes: Int = 0,
    kind: PendingKind
  ) {
    self.id = id
    self.session = session
    self.uid = uid
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.wrongCodes = wrongCodes
    self.kind = kind
  }

  package func isExpired(at now: Date) -> Bool {
    now >= expiresAt
  }
}

extension PendingStep {
  /// The kind as the state file and the tool's JSON call it.
  package var kindName: String { kind.name.rawValue }

  /// The SMS whose code this step waits for.
  package var sentCode: PhoneVerification? { kind.sentCode }

  /// The mail whose link this step waits for.
  package var sentLink: SentLink? {
    if case .email(_, let link) = kind { link } else { nil }
  }

  /// No try is left: its code is worth nothing.
  package var isSpent: Bool { wrongCodes >= kind.tries }

  /// What the credential is used for that finishes it; nil where none is.
  package var credentialPurpose: CredentialPurpose? {
    switch kind {
    case .phone(let purpose, _), .email(.credential(let purpose), _), .secondFactor(let purpose, _): purpose
    case .phoneElsewhere, .phoneProof: .signIn
    case .identity: .link
    case .email, .smsEnrollment, .totpEnrollment, .unsupported: nil
    }
  }

  /// The identity that waits to be linked.
  package var identity: PendingIdentity? {
    if case .identity(let identity) = kind { identity } else { nil }
  }

  /// Whether a code finishes it; links finish the others, and a sign-in.
  package var awaitsCode: Bool { sentLink == nil && identity == nil }

  /// What the factor will be called that this enrolls.
  package var factorName: String? {
    switch kind {
    case .smsEnrollment(_, let name): name
    case .totpEnrollment(let enrollment): enrollment.name
    default: nil
    }
  }

  /// Changes what is known of a sign-in that waits for a second factor.
  mutating func updateChoice(_ change: (inout SecondFactorChoice) -> Void) {
    guard case .secondFactor(let purpose, var choice) = kind else { return }
    change(&choice)
    kind = .secondFactor(purpose, choice)
  }

  /// Whether `account` has what the step was to add.
  func isDone(for account: Account) -> Bool {
    switch kind {
    case .phone(.link, let code), .phone(.update, let code): account.phoneNumber == code.phoneNumber
    case .email(.credential(.link), let link):
      account.email?.hasBytes(ofAnyCase: link.email) == true && account.providers.contains("password")
    case .identity(let identity): account.providers.contains(identity.providerID)
    default: false
    }
  }
}
