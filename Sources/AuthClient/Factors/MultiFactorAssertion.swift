/// An assertion that the user has a second factor.
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

  /// The verification ID of an SMS code; nil for an authenticator app.
  var verificationID: String? {
    if case .phone(let credential) = proof { credential.verificationID } else { nil }
  }
}

/// Keeps secrets out of `print` and `dump`.
extension MultiFactorAssertion: CustomStringConvertible, CustomReflectable {
  public var description: String { "an assertion of a second factor, \(factorID.rawValue)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Creates assertions from SMS codes.
public enum PhoneMultiFactorGenerator {
  /// The kind of factor.
  public static let factorID = FactorID.phone

  /// Creates the assertion of a code.
  /// - Parameter credential: The credential of a code that ``PhoneAuthProvider`` sent for the same session.
  public static func assertion(with credential: PhoneAuthCredential) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .phone(credential))
  }
}
