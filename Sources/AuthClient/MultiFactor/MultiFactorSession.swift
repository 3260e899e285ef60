/// A session in which the user verifies a second factor, to enroll it or to finish a sign-in.
public struct MultiFactorSession: Sendable {
  enum Purpose: Sendable, Equatable {
    /// The session enrolls a factor.
    case enrollment
    /// The session finishes a sign-in. The pending credential proves the first factor.
    case signIn(pendingCredential: String)
  }

  let auth: Auth
  /// The user who enrolls a factor; nil for a sign-in.
  let user: User?
  /// The server, project and tenant that issued the session's secret.
  let binding: SessionBinding?
  let purpose: Purpose
}

/// Keeps secrets out of `print` and `dump`.
extension MultiFactorSession: CustomStringConvertible, CustomReflectable {
  public var description: String { "a second factor's session" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MultiFactorResolver {
  /// The session for ``PhoneAuthProvider/verifyPhoneNumber(with:uiDelegate:multiFactorSession:resend:)``.
  ///
  /// It is valid for about ten minutes.
  public var session: MultiFactorSession {
    MultiFactorSession(
      auth: auth, user: nil, binding: binding, purpose: .signIn(pendingCredential: record.pendingCredential))
  }
}
