/// How an auth client behaves.
public struct AuthSettings: Sendable, Equatable {
  /// Whether no proof of the app is shown, so that only the project's fictional phone numbers get codes.
  public var isAppVerificationDisabledForTesting = false

  /// The usual behaviour.
  public init() {}
}
