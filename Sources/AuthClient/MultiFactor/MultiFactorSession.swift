/// What a second factor is being shown for: an enrollment, or the rest of a sign-in.
public struct MultiFactorSession: Sendable {
  enum Purpose: Sendable, Equatable {
    /// It is to become one of the account's.
    case enrollment
    /// It ends a sign-in; holds the proof of the first factor.
    case signIn(pendingCredential: String)
  }

  let auth: Auth
  /// Whose factor is being enrolled.
  let user: User?
  /// Where its secret belongs.
  let binding: SessionBinding?
  let purpose: Purpose
}

/// Without what is secret in it, also where it is dumped.
extension MultiFactorSession: CustomStringConvertible, CustomReflectable {
  public var description: String { "a second factor's session" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MultiFactorResolver {
  /// What ``PhoneAuthProvider/verifyPhoneNumber(with:uiDelegate:multiFactorSession:resend:)`` takes. Good for about ten minutes.
  public var session: MultiFactorSession {
    MultiFactorSession(
      auth: auth, user: nil, binding: binding, purpose: .signIn(pendingCredential: record.pendingCredential))
  }
}
