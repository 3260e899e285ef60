/// What Firebase's Apple SDK says of its errors as a whole.
public enum AuthErrors {
  /// The domain of its `NSError`s. Here an error is an ``AuthError`` instead.
  public static let domain = "FIRAuthErrorDomain"
}
