package import AuthClient
package import Essentials
import IdentityToolkit

/// A step that was begun, and that a code or a link finishes, possibly in another process.
package struct PendingStep: Equatable, Sendable {
  package let id: PendingID
  /// The name of its session.
  package let session: String
  /// The uid of its account; nil if the step signs in and the account is not known yet.
  package var uid: String?
  package let createdAt: Date
  /// The expiry by this machine's clock, which may be wrong. Only the server knows whether the step can be finished.
  package var expiresAt: Date
  package var wrongCodes = 0
  package var kind: PendingKind

  package func isExpired(at now: Date) -> Bool {
    now >= expiresAt
  }
}

extension PendingStep {
  /// The name of the kind in the state file and in the tool's JSON.
  package var kindName: String { kind.name.rawValue }

  /// The SMS whose code finishes this step.
  package var sentCode: PhoneVerification? { kind.sentCode }

  /// The e-mail whose link finishes this step.
  package var sentLink: SentLink? {
    if case .email(_, let link) = kind { link } else { nil }
  }

  /// The command that finishes the step with its code or its link.
  package var finish: [String] {
    ["usher", sentLink == nil ? "confirm-code" : "complete-link", "--pending", id.rawValue]
  }

  /// Whether no tries are left, so that the code no longer works.
  package var isSpent: Bool { wrongCodes >= kind.tries }

  /// The purpose of the credential that finishes the step; nil if no credential does.
  package var credentialPurpose: CredentialPurpose? {
    switch kind {
    case .phone(let purpose, _), .email(.credential(let purpose), _), .secondFactor(let purpose, _): purpose
    case .phoneElsewhere, .phoneProof: .signIn
    case .identity: .link
    case .email, .smsEnrollment, .totpEnrollment, .unsupported: nil
    }
  }

  package var identity: PendingIdentity? {
    if case .identity(let identity) = kind { identity } else { nil }
  }

  /// Whether a code finishes the step. A link or a sign-in finishes the others.
  package var awaitsCode: Bool { sentLink == nil && identity == nil }

  /// The name of the factor that this step enrolls.
  package var factorName: String? {
    switch kind {
    case .smsEnrollment(_, let name): name
    case .totpEnrollment(let enrollment): enrollment.name
    default: nil
    }
  }

  /// Changes the data of a sign-in that needs a second factor.
  mutating func updateChoice(_ change: (inout SecondFactorChoice) -> Void) {
    guard case .secondFactor(let purpose, var choice) = kind else { return }
    change(&choice)
    kind = .secondFactor(purpose, choice)
  }

  /// Whether `account` already has what the step adds.
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

/// The ID of a pending step, for example `p7`. All profiles share one counter, and no ID is used twice.
package struct PendingID: RawRepresentable, Codable, Hashable, Comparable, Sendable,
  LosslessStringConvertible
{
  package let number: Int

  /// The valid numbers. The limit is far below `Int.max`, so that no state file makes the next number overflow.
  static let numbers = 1...Int.max / 2

  package init(number: Int) {
    self.number = number
  }

  /// Reads an ID; nil unless it is `p` and a number from 1, exactly as `description` writes it.
  package init?(rawValue: String) {
    guard rawValue.first == "p", let number = Int(rawValue.dropFirst()), Self.numbers.contains(number) else {
      return nil
    }
    self.number = number
    guard self.rawValue == rawValue else { return nil }
  }

  package init?(_ description: String) {
    self.init(rawValue: description)
  }

  package var rawValue: String { "p\(number)" }
  package var description: String { rawValue }

  package static func < (a: PendingID, b: PendingID) -> Bool {
    a.number < b.number
  }
}

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
