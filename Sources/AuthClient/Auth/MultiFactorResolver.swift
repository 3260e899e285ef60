/// A sign-in or re-authentication that still needs its second factor.
public struct MultiFactorResolver: Sendable {
  /// The client of the sign-in.
  public let auth: Auth
  /// The second factors to choose from.
  public var hints: [any MultiFactorInfo] { record.hints.map(\.publicForm) }

  let record: ResolverRecord
  let purpose: ResolverPurpose
  let user: User?
  /// The server, project and tenant that issued the sign-in's secret. The secret must not go anywhere else.
  let binding: SessionBinding?

  /// Finishes the sign-in with a second factor.
  ///
  /// After a wrong code, you can call it again.
  /// - Returns: The result that the first factor would have given without a second one.
  /// - Throws: ``AuthErrorCode/invalidVerificationCode`` for a wrong code. ``AuthErrorCode/invalidMultiFactorSession``
  ///   if the sign-in has to begin again.
  @discardableResult
  public func resolveSignIn(with assertion: MultiFactorAssertion) async throws(AuthError) -> AuthDataResult {
    let (record, isReauthentication) = (record, purpose == .reauthentication)
    return try await auth.signInResult(as: user, at: binding, for: purpose) {
      client throws(AuthFailure) in
      isReauthentication
        ? try client.resolveReauthentication(record, with: assertion)
        : try client.resolveSignIn(record, with: assertion)
    }
  }
}

/// Keeps secrets out of `print` and `dump`.
extension MultiFactorResolver: CustomStringConvertible, CustomReflectable {
  public var description: String { "the resolver of a sign-in with \(hints.count) second factors" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The call that the second factor finishes.
enum ResolverPurpose: Sendable {
  case signIn
  case link
  case reauthentication
}
