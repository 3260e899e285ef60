import Essentials
import IdentityToolkit

/// One flat object; `kind` says which fields follow.
extension PendingStep: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, session, uid, kind, name
    case createdAt = "created_at"
    case expiresAt = "expires_at"
    case wrongCodes = "wrong_codes"
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(PendingID.self, forKey: .id)
    session = try fields.decode(String.self, forKey: .session)
    uid = try fields.decodeIfPresent(String.self, forKey: .uid)
    createdAt = try fields.decode(Date.self, forKey: .createdAt)
    expiresAt = try fields.decode(Date.self, forKey: .expiresAt)
    wrongCodes = min(max(0, try fields.decodeIfPresent(Int.self, forKey: .wrongCodes) ?? 0), 1_000_000)

    let kind = try fields.decode(String.self, forKey: .kind)
    if let purpose = PhonePurpose(rawValue: kind) {
      self.kind = .phone(purpose, try SentCode(from: decoder))
    } else if kind == Self.phoneProofName {
      self.kind = .phoneProof(try PhoneProof(from: decoder))
    } else if let purpose = EmailPurpose(rawValue: kind) {
      self.kind = .email(purpose, try SentLink(from: decoder))
    } else if let purpose = SecondFactorPurpose(rawValue: kind) {
      self.kind = .secondFactor(purpose, try SecondFactorChoice(from: decoder))
    } else if kind == Self.smsEnrollmentName {
      let name = try fields.decodeIfPresent(String.self, forKey: .name)
      self.kind = .smsEnrollment(try SentCode(from: decoder), name: name)
    } else if kind == Self.totpEnrollmentName {
      self.kind = .totpEnrollment(try TOTPEnrollment(from: decoder))
    } else {
      self.kind = .unsupported(kind, try JSONValue(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch kind {
    case .phone(_, let code): try code.encode(to: encoder)
    case .phoneProof(let proof): try proof.encode(to: encoder)
    case .email(_, let link): try link.encode(to: encoder)
    case .secondFactor(_, let choice): try choice.encode(to: encoder)
    case .smsEnrollment(let code, _): try code.encode(to: encoder)
    case .totpEnrollment(let enrollment): try enrollment.encode(to: encoder)
    case .unsupported(_, let whole): try whole.encode(to: encoder)
    }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(session, forKey: .session)
    try fields.encodeIfPresent(uid, forKey: .uid)
    try fields.encode(createdAt, forKey: .createdAt)
    try fields.encode(expiresAt, forKey: .expiresAt)
    try fields.encode(wrongCodes, forKey: .wrongCodes)
    try fields.encode(kindName, forKey: .kind)
    if case .smsEnrollment(_, let name) = kind { try fields.encodeIfPresent(name, forKey: .name) }
  }
}
