/// What a user signs in with, at one provider. The providers of this library make them; calls refuse
/// any other type with ``AuthErrorCode/invalidCredential``.
public protocol AuthCredential: Sendable {
  /// The id of the provider, `phone`, `password` or `google.com`.
  var provider: String { get }
}
