/// Proof of a second factor.
public struct MultiFactorAssertion: Sendable, Equatable {
  enum Proof: Sendable, Equatable {
    case phone(PhoneAuthCredential)
    case newAuthenticator(sessionInfo: String, code: String)
    case authenticator(enrollmentID: String, code: String)
  }

  let proof: Proof

  /// The kind of factor.
  public var factorID: FactorID {
    if case .phone = proof { .phone } else { .totp }
  }
}

extension MultiFactorAssertion {
  /// Of the code that was sent by SMS, where it is one.
  var verificationID: String? {
    if case .phone(let credential) = proof { credential.verificationID } else { nil }
  }
}

/// Without what is secret in it, also where it is dumped.
extension MultiFactorAssertion: CustomStringConvertible, CustomReflectable {
  public var description: String { "an assertion of a second factor, \(factorID.rawValue)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Makes assertions of codes that came by SMS.
public enum PhoneMultiFactorGenerator {
  /// The kind of factor.
  public static let factorID = FactorID.phone

  /// The assertion of a code that was sent with the session's own ``PhoneAuthProvider`` call.
  public static func assertion(with credential: PhoneAuthCredential) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .phone(credential))
  }
}
