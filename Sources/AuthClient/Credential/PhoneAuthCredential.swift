/// A credential of a phone number: a verification ID, and the code that was sent.
public struct PhoneAuthCredential: AuthCredential, Equatable {
  enum Proof: Sendable, Equatable {
    /// A verification ID and the code that was sent for it.
    case code(verificationID: String, code: String)
    /// The server's proof of a number that belongs to another account. It only signs in to that account.
    case temporaryProof(String, phoneNumber: String)
  }

  let proof: Proof

  package init(temporaryProof proof: String, phoneNumber: String) {
    self.proof = .temporaryProof(proof, phoneNumber: phoneNumber)
  }

  /// Creates the credential of a code. If the ID or the code is empty, the call that uses it throws an error.
  package init(verificationID: String, code: String) {
    proof = .code(verificationID: verificationID, code: code)
  }

  /// The proof that signs in to the account that has the number; nil for a code.
  package var numberProof: (proof: String, phoneNumber: String)? {
    if case .temporaryProof(let proof, let phoneNumber) = proof { (proof, phoneNumber) } else { nil }
  }

  var verificationID: String? {
    if case .code(let verificationID, _) = proof { verificationID } else { nil }
  }

  public var provider: String { AuthProviderID.phone.rawValue }
}

/// Keeps secrets out of `print` and `dump`.
extension PhoneAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a phone credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
