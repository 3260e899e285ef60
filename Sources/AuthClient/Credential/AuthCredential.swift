/// What a user signs in with, at one provider. The providers of this library make them; no other type can be one.
public protocol AuthCredential: Sendable {
  /// The id of the provider, `phone`, `password` or `google.com`.
  var provider: String { get }
}
