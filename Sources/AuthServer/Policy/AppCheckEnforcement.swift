/// What the server does with an app's call without a valid App Check token.
package enum AppCheckEnforcement: String, CaseIterable, Sendable {
  /// It does not look for the token.
  case off
  /// It answers the call and gives a notice.
  case unenforced
  /// It refuses the call.
  case enforced
}
