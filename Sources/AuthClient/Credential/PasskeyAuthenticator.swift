/// A device or program that keeps passkeys: a phone, a security key, or a `SoftwareAuthenticator` for tests.
public protocol PasskeyAuthenticator: Sendable {
  /// Makes a passkey.
  func register(_ request: PasskeyRegistrationRequest) async throws -> PasskeyRegistration

  /// Signs in with one of the passkeys of the request's relying party.
  func assert(_ request: PasskeyAssertionRequest) async throws -> PasskeyAssertion
}
