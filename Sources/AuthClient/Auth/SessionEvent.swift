/// What of a session is listened for.
enum SessionEvent {
  /// A user was signed in or out.
  case stateChange
  /// That, or the user's ID token is another one.
  case idTokenChange
}
