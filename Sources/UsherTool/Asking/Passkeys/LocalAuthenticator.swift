import AuthClient

/// An authenticator for this run: a key file, a browser, a security key.
protocol LocalAuthenticator {
  /// The name of a new passkey where the person gives none.
  var defaultName: String { get }

  /// Makes a passkey, and has `use` enroll it.
  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value

  /// Signs in with a passkey of the request's website, by way of `use`.
  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value

  /// Gives back what was prepared for a passkey, if there is no request for one.
  func abandon()
}

extension LocalAuthenticator {
  func abandon() {}
}
