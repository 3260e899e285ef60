import AuthClient

/// An authenticator for this run: a key file, a browser, a security key.
protocol LocalAuthenticator {
  /// Makes a passkey, and has `use` enroll it.
  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value

  /// Signs in with a passkey of the request's website, by way of `use`.
  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value

  /// The name of a new passkey where the person gives none.
  var defaultName: String { get }
}
