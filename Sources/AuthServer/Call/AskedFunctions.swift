import IdentityToolkit

/// What the project's functions are asked about a sign-in, and what they have answered so far.
struct AskedFunctions: Sendable {
  let facts: SignInFacts
  let settings: BlockingFunctionSettings
  var answers: [BlockingFunctionSettings.Event: FunctionAnswer] = [:]
}

/// How a user signs in, as functions are told.
struct SignInFacts: Sendable {
  /// `password`, `emailLink`, `phone`, `google.com`; nil where the session's provider says it.
  var method: String?
  /// The person as the identity provider knows them, who may not be linked yet.
  var identity: ProviderIdentity?
  /// JSON, as text.
  var rawUserInfo: String?
  var idToken: String?
  var accessToken: String?

  init(method: String?) {
    self.method = method
  }
}
