import AuthClient
import Essentials
import IdentityToolkit

/// One flat object; `kind` says which members follow.
extension PendingStep: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, session, uid, kind, name
    case createdAt = "created_at"
    case expiresAt = "expires_at"
    case wrongCodes = "wrong_codes"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(PendingID.self, forKey: .id)
    session = try members.decode(String.self, forKey: .session)
    uid = try members.decodeIfPresent(String.self, forKey: .uid)
    createdAt = try members.decode(Date.self, forKey: .createdAt)
    expiresAt = try members.decode(Date.self, forKey: .expiresAt)
    wrongCodes = min(max(0, try members.decodeIfPresent(Int.self, forKey: .wrongCodes) ?? 0), 1_000_000)

    let name = try members.decode(String.self, forKey: .kind)
    kind =
      switch PendingKind.Name(name) {
      case .phone(let purpose): .phone(purpose, try PhoneVerification(from: decoder))
      case .phoneProof: .phoneProof(try PhoneProof(from: decoder))
      case .identity: .identity(try PendingIdentity(from: decoder))
      case .email(let purpose): .email(purpose, try SentLink(from: decoder))
      case .secondFactor(let purpose): .secondFactor(purpose, try SecondFactorChoice(from: decoder))
      case .smsEnrollment:
        .smsEnrollment(
          try PhoneVerification(from: decoder), name: try members.decodeIfPresent(String.self, forKey: .name))
      case .totpEnrollment: .totpEnrollment(try TOTPEnrollment(from: decoder))
      case .unsupported(let name): .unsupported(name, try JSONValue(from: decoder))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    switch kind {
    case .phone(_, let code): try code.encode(to: encoder)
    case .phoneProof(let proof): try proof.encode(to: encoder)
    case .identity(let identity): try identity.encode(to: encoder)
    case .email(_, let link): try link.encode(to: encoder)
    case .secondFactor(_, let choice): try choice.encode(to: encoder)
    case .smsEnrollment(let code, _): try code.encode(to: encoder)
    case .totpEnrollment(let enrollment): try enrollment.encode(to: encoder)
    case .unsupported(_, let whole): try whole.encode(to: encoder)
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(session, forKey: .session)
    try members.encodeIfPresent(uid, forKey: .uid)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(expiresAt, forKey: .expiresAt)
    try members.encode(wrongCodes, forKey: .wrongCodes)
    try members.encode(kindName, forKey: .kind)
    if case .smsEnrollment(_, let name) = kind { try members.encodeIfPresent(name, forKey: .name) }
  }
}
