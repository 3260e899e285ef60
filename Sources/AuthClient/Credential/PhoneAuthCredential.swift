/// Proof of a phone number: a verification ID, and the code that was sent for it.
public struct PhoneAuthCredential: AuthCredential, Equatable {
  enum Proof: Sendable, Equatable {
    /// A verification ID and the code that was sent for it.
    case code(verificationID: String, code: String)
    /// What the server gave when the number turned out to belong to another account: signs in to that one,
    /// and nothing else.
    case temporaryProof(String, phoneNumber: String)
  }

  let proof: Proof

  package init(temporaryProof proof: String, phoneNumber: String) {
    self.proof = .temporaryProof(proof, phoneNumber: phoneNumber)
  }

  /// The credential of a code that arrived. Empty words fail when it is used.
  package init(verificationID: String, code: String) {
    proof = .code(verificationID: verificationID, code: code)
  }

  /// What signs in to the account that has the number, where this is that and no code.
  package var numberProof: (proof: String, phoneNumber: String)? {
    if case .temporaryProof(let proof, let phoneNumber) = proof { (proof, phoneNumber) } else { nil }
  }

  var verificationID: String? {
    if case .code(let verificationID, _) = proof { verificationID } else { nil }
  }

  public var provider: String { AuthProviderID.phone.rawValue }
}

/// Without what is secret in it, also where it is dumped.
extension PhoneAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a phone credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
