import IdentityToolkit

/// The functions to ask about a sign-in, and their answers so far.
struct AskedFunctions: Sendable {
  let facts: SignInFacts
  let settings: BlockingFunctionSettings
  var answers: [BlockingFunctionSettings.Event: FunctionAnswer] = [:]
}

/// The data about a sign-in that functions receive.
struct SignInFacts: Sendable {
  /// `password`, `emailLink`, `phone`, `google.com`, or nil if the session's provider says it.
  var method: String?
  /// The person's identity at the identity provider.
  ///
  /// It may not be linked yet.
  var identity: ProviderIdentity?
  /// JSON text.
  var rawUserInfo: String?
  var idToken: String?
  var accessToken: String?
}
