package import AuthClient
package import IdentityToolkit

/// What a pending step waits for, with what finishes it.
package enum PendingKind: Equatable, Sendable {
  case phone(CredentialPurpose, PhoneVerification)
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
  /// Wrong codes that a server evaluates before everything has to be begun anew.
  package var tries: Int {
    if case .totpEnrollment = self { 3 } else { 5 }
  }
}

extension PendingKind {
  /// A kind without its contents.
  package enum Name: Hashable, Sendable {
    case phone(CredentialPurpose)
    case phoneProof
    case identity
    case email(EmailPurpose)
    case secondFactor(CredentialPurpose)
    case smsEnrollment
    case totpEnrollment
    case unsupported(String)
  }

  package var name: Name {
    switch self {
    case .phone(let purpose, _): .phone(purpose)
    case .phoneProof: .phoneProof
    case .identity: .identity
    case .email(let purpose, _): .email(purpose)
    case .secondFactor(let purpose, _): .secondFactor(purpose)
    case .smsEnrollment: .smsEnrollment
    case .totpEnrollment: .totpEnrollment
    case .unsupported(let name, _): .unsupported(name)
    }
  }
}

extension PendingKind.Name {
  private static let known: [Self] =
    CredentialPurpose.allCases.map { .phone($0) } + EmailPurpose.allCases.map { .email($0) }
    + [CredentialPurpose.signIn, .reauthenticate].map { .secondFactor($0) }
    + [.phoneProof, .identity, .smsEnrollment, .totpEnrollment]

  package init(_ text: String) {
    self = Self.known.first { $0.text == text } ?? .unsupported(text)
  }

  package var text: String {
    switch self {
    case .phone(let purpose): "phone-" + purpose.rawValue
    case .phoneProof: "phone-proof"
    case .identity: "idp-link"
    case .email(let purpose): purpose.rawValue
    case .secondFactor(let purpose): "mfa-" + purpose.rawValue
    case .smsEnrollment: "mfa-enroll-sms"
    case .totpEnrollment: "mfa-enroll-totp"
    case .unsupported(let name): name
    }
  }
}
