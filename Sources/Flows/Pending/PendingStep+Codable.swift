import AuthClient
import Essentials
import IdentityToolkit

/// Encodes a step as one flat object, whose other members depend on `kind`.
extension PendingStep: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    id = try members.decode(PendingID.self, forKey: "id")
    session = try members.decode(String.self, forKey: "session")
    uid = try members.decodeIfPresent(String.self, forKey: "uid")
    createdAt = try members.decode(Date.self, forKey: "created_at")
    expiresAt = try members.decode(Date.self, forKey: "expires_at")
    wrongCodes = min(max(0, try members.decodeIfPresent(Int.self, forKey: "wrong_codes") ?? 0), 1_000_000)

    let name = PendingKind.Name(rawValue: try members.decode(String.self, forKey: "kind"))
    if let purpose = CredentialPurpose.allCases.first(where: { name == .phone($0) }) {
      kind = .phone(purpose, try PhoneVerification(from: decoder))
    } else if let purpose = EmailPurpose.allCases.first(where: { name == .email($0) }) {
      kind = .email(purpose, try SentLink(from: decoder))
    } else if let purpose = Self.secondFactorPurposes.first(where: { name == .secondFactor($0) }) {
      kind = .secondFactor(purpose, try SecondFactorChoice(from: decoder))
    } else {
      kind =
        switch name {
        case .phoneProof: .phoneProof(try PhoneProof(from: decoder))
        case .identity: .identity(try PendingIdentity(from: decoder))
        case .smsEnrollment:
          .smsEnrollment(
            try PhoneVerification(from: decoder),
            name: try members.decodeIfPresent(String.self, forKey: "name"))
        case .totpEnrollment: .totpEnrollment(try TOTPEnrollment(from: decoder))
        default: .unsupported(name.rawValue, try JSONValue(from: decoder))
        }
    }
  }

  private static let ofEveryStep = [
    "id", "session", "uid", "created_at", "expires_at", "wrong_codes", "kind",
  ]
  private static let secondFactorPurposes: [CredentialPurpose] = [.signIn, .reauthenticate]

  package func encode(to encoder: any Encoder) throws {
    switch kind {
    case .phone(_, let code): try code.encode(to: encoder)
    case .phoneElsewhere: fatalError("a step that is never kept is to be saved")
    case .phoneProof(let proof): try proof.encode(to: encoder)
    case .identity(let identity): try identity.encode(to: encoder)
    case .email(_, let link): try link.encode(to: encoder)
    case .secondFactor(_, let choice): try choice.encode(to: encoder)
    case .smsEnrollment(let code, _): try code.encode(to: encoder)
    case .totpEnrollment(let enrollment): try enrollment.encode(to: encoder)
    case .unsupported(_, let whole):
      // The members that every step has are written below, as they are now.
      let others = whole.members?.filter { !Self.ofEveryStep.contains($0.name) } ?? []
      try JSONValue.object(others).encode(to: encoder)
    }
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(id, forKey: "id")
    try members.encode(session, forKey: "session")
    try members.encodeIfPresent(uid, forKey: "uid")
    try members.encode(createdAt, forKey: "created_at")
    try members.encode(expiresAt, forKey: "expires_at")
    try members.encode(wrongCodes, forKey: "wrong_codes")
    try members.encode(kindName, forKey: "kind")
    if case .smsEnrollment(_, let name) = kind { try members.encodeIfPresent(name, forKey: "name") }
  }
}
