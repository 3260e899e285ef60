/// A sign-in, or a re-authentication, whose first factor is done and whose second is not.
public struct MultiFactorResolver: Sendable {
  /// The client that the sign-in belongs to.
  public let auth: Auth
  /// The second factors to choose from.
  public var hints: [any MultiFactorInfo] { record.hints.map(\.publicForm) }

  let record: ResolverRecord
  private let purpose: ResolverPurpose
  private let user: User?
  /// Where the sign-in's secret belongs.
  let binding: SessionBinding?

  init(
    _ record: ResolverRecord, auth: Auth, purpose: ResolverPurpose, user: User?,
    binding: SessionBinding?
  ) {
    self.binding = binding
    self.record = record
    self.auth = auth
    self.purpose = purpose
    self.user = user
  }

  /// Ends the sign-in; a wrong code can be tried again.
  /// - Returns: What the first factor would have given by itself.
  /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/invalidMultiFactorSession`` once the sign-in has
  ///   to begin again.
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

/// Without what is secret in it, also where it is dumped.
extension MultiFactorResolver: CustomStringConvertible, CustomReflectable {
  public var description: String { "the resolver of a sign-in with \(hints.count) second factors" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a second factor ends.
enum ResolverPurpose: Sendable {
  case signIn
  case link
  case reauthentication
}
