/// Makes assertions of codes that came by SMS.
public enum PhoneMultiFactorGenerator {
  /// The kind of factor.
  public static let factorID = FactorID.phone

  /// The assertion of a code that was sent with the session's own ``PhoneAuthProvider`` call.
  public static func assertion(with credential: PhoneAuthCredential) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .phone(credential))
  }
}
