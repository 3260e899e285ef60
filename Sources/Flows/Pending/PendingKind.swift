package import AuthClient
package import IdentityToolkit

/// What a pending step is for, with what was sent for it or finishes it otherwise.
package enum PendingKind: Equatable, Sendable {
  case phone(CredentialPurpose, PhoneVerification)
  /// A sign-in by an SMS that was asked for elsewhere: nothing is known of it but its verification ID. It is never kept.
  case phoneElsewhere(verificationID: String)
  case phoneProof(PhoneProof)
  case identity(PendingIdentity)
  case email(EmailPurpose, SentLink)
  case secondFactor(CredentialPurpose, SecondFactorChoice)
  case smsEnrollment(PhoneVerification, name: String?)
  case totpEnrollment(TOTPEnrollment)
  /// Written by another version of this project: kept, listed and droppable, but not to be finished here.
  case unsupported(String, JSONValue)
}

extension PendingKind {
  /// What the state file and the tool's JSON call a kind.
  package struct Name: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static func phone(_ purpose: CredentialPurpose) -> Name {
      Name(rawValue: "phone-" + purpose.rawValue)
    }
    package static func email(_ purpose: EmailPurpose) -> Name { Name(rawValue: purpose.rawValue) }
    package static func secondFactor(_ purpose: CredentialPurpose) -> Name {
      Name(rawValue: "mfa-" + purpose.rawValue)
    }
    package static let phoneProof = Name(rawValue: "phone-proof")
    package static let identity = Name(rawValue: "idp-link")
    package static let smsEnrollment = Name(rawValue: "mfa-enroll-sms")
    package static let totpEnrollment = Name(rawValue: "mfa-enroll-totp")
  }

  package var name: Name {
    switch self {
    case .phone(let purpose, _): .phone(purpose)
    case .phoneElsewhere: .phone(.signIn)
    case .phoneProof: .phoneProof
    case .identity: .identity
    case .email(let purpose, _): .email(purpose)
    case .secondFactor(let purpose, _): .secondFactor(purpose)
    case .smsEnrollment: .smsEnrollment
    case .totpEnrollment: .totpEnrollment
    case .unsupported(let name, _): Name(rawValue: name)
    }
  }

  /// The SMS whose code it waits for, as far as it is known.
  package var sentCode: PhoneVerification? {
    switch self {
    case .phone(_, let code), .smsEnrollment(let code, _): code
    case .secondFactor(_, let choice): choice.challenge?.sentCode
    case .phoneElsewhere, .phoneProof, .identity, .email, .totpEnrollment, .unsupported: nil
    }
  }

  /// Whether its code is an authenticator app's, whose next code comes by itself.
  package var isAuthenticator: Bool {
    switch self {
    case .totpEnrollment: true
    case .secondFactor(_, let choice): choice.challenged?.type == .totp
    case .phone, .phoneElsewhere, .phoneProof, .identity, .email, .smsEnrollment, .unsupported: false
    }
  }

  /// Wrong codes that a server evaluates before everything has to be begun anew.
  package var tries: Int {
    if case .totpEnrollment = self { 3 } else { 5 }
  }

  /// Seconds for which it is worth remembering; the server decides how long it can be finished.
  package var lifetime: Double {
    switch self {
    // Codes are good for ten minutes at the local server; no source says how long at Google's.
    case .phone, .phoneElsewhere, .smsEnrollment: 600
    // So long a first factor counts in production, and at the local server by default.
    case .secondFactor: 600
    // What servers announce. Of an identity the service says nothing; an old one it refuses.
    case .phoneProof, .identity: 3600
    case .email(.resetPassword, _): 3600
    case .email(.credential, _): 6 * 3600
    case .email(.verifyEmail, _), .email(.changeEmail, _): 3 * 86_400
    // What servers give; they tell each time.
    case .totpEnrollment: 900
    case .unsupported: 0
    }
  }
}
