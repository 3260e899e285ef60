import AuthCore

/// Proof of a phone number: a verification ID, and the code that was sent for it.
public struct PhoneAuthCredential: CoreCredential, Equatable {
  private let proof: AuthCore.PhoneAuthCredential

  init(core: AuthCore.PhoneAuthCredential) {
    proof = core
  }

  public var provider: String { AuthProviderID.phone.rawValue }

  var core: AuthCore.PhoneAuthCredential {
    get throws(AuthCore.AuthError) {
      if case .code(let verificationID, let code) = proof {
        if verificationID.isEmpty { throw .missingVerificationID }
        if code.isEmpty { throw .missingVerificationCode }
      }
      return proof
    }
  }

  var coreCredential: AuthCore.AuthCredential {
    get throws(AuthCore.AuthError) { .phone(try core) }
  }
}

/// Without what is secret in it, also where it is dumped.
extension PhoneAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a phone credential" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
