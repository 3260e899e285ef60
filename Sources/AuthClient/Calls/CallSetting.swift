/// What a call needs of the client, and what it does to the session.
struct CallSetting: Sendable {
  /// The session that has to be the current one; nil does not care.
  let generation: UInt64?
  /// Where the client has to be; nil does not care.
  let binding: SessionBinding?
  /// Whether what the service answers must not be lost.
  let isChange: Bool
  /// Whether the session is meant to end.
  let isSignOut: Bool
  /// What a person made of the challenge before.
  let recaptcha: AnsweredRecaptcha?
}
