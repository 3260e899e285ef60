package import AuthClient
package import Essentials
import IdentityToolkit

/// The kind of a pending step, with the message or data that finishes it.
package enum PendingKind: Equatable, Sendable {
  case phone(CredentialPurpose, PhoneVerification)
  /// A sign-in with an SMS that another program requested. Only its verification ID is known. It is never saved.
  case phoneElsewhere(verificationID: String)
  case phoneProof(PhoneProof)
  case identity(PendingIdentity)
  case email(EmailPurpose, SentLink)
  case secondFactor(CredentialPurpose, SecondFactorChoice)
  case smsEnrollment(PhoneVerification, name: String?)
  case totpEnrollment(TOTPEnrollment)
  /// A kind from another version of this project. It is kept, listed and can be dropped, but not finished.
  case unsupported(String, JSONValue)
}

extension PendingKind {
  /// The name of a kind in the state file and in the tool's JSON.
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

  /// The SMS whose code finishes the step, if it is known.
  package var sentCode: PhoneVerification? {
    switch self {
    case .phone(_, let code), .smsEnrollment(let code, _): code
    case .secondFactor(_, let choice): choice.challenge?.sentCode
    case .phoneElsewhere, .phoneProof, .identity, .email, .totpEnrollment, .unsupported: nil
    }
  }

  /// What the server gave for the step, by which it knows the step; nil for steps that nobody asks it for.
  package var given: String? {
    switch self {
    case .phone(_, let code), .smsEnrollment(let code, _): code.verificationID
    case .secondFactor(_, let choice): choice.resolver.pendingCredential
    case .totpEnrollment(let enrollment): enrollment.sessionInfo
    case .phoneElsewhere, .phoneProof, .identity, .email, .unsupported: nil
    }
  }

  /// Whether the code is from an authenticator app, which shows the next code without a request.
  package var isAuthenticator: Bool {
    switch self {
    case .totpEnrollment: true
    case .secondFactor(_, let choice): choice.challenged?.type == .totp
    case .phone, .phoneElsewhere, .phoneProof, .identity, .email, .smsEnrollment, .unsupported: false
    }
  }

  /// How many wrong codes a server accepts before the user must begin again.
  package var tries: Int {
    if case .totpEnrollment = self { 3 } else { 5 }
  }

  /// How many seconds the step is kept. The server decides how long it can be finished.
  package var lifetime: Double {
    switch self {
    // Codes are valid for ten minutes on the local server. Google does not document a time.
    case .phone, .phoneElsewhere, .smsEnrollment: 600
    // The life of a first factor in Google's service, and the default of the local server.
    case .secondFactor: 600
    // The times that servers announce. For an identity, the service gives no time, and refuses one that is too old.
    case .phoneProof, .identity: 3600
    case .email(.resetPassword, _): 3600
    case .email(.credential, _): 6 * 3600
    case .email(.verifyEmail, _), .email(.changeEmail, _): 3 * 86_400
    // The usual time. Each answer contains the exact one.
    case .totpEnrollment: 900
    case .unsupported: 0
    }
  }
}
