import IdentityToolkit

/// The provider for phone numbers, which sends codes and creates credentials from them.
public struct PhoneAuthProvider: Sendable {
  /// The provider's ID.
  public static let id = AuthProviderID.phone.rawValue

  private let auth: Auth

  /// Returns the provider that sends codes through `auth`.
  public static func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

  /// Sends a code to `phoneNumber` by SMS.
  ///
  /// The service first requires app verification: a push (``Auth/setAPNSToken(_:type:)``), or else reCAPTCHA, which
  /// `uiDelegate` shows. Fictional numbers need none if ``AuthSettings/isAppVerificationDisabledForTesting`` is set.
  ///
  /// Calls at the same time for the same number send one message. Calls in the next minute send none and return the
  /// same verification ID, unless its code was used.
  /// - Parameters:
  ///   - phoneNumber: The number with its country code, for example `+1 650-555-3434`. The client drops spaces, dashes
  ///     and brackets.
  ///   - uiDelegate: Shows reCAPTCHA if the service requires it; nil for ``Auth/uiDelegate``. Without a delegate, the
  ///     call throws an error then.
  ///   - multiFactorSession: The user's session, to enroll the number as a second factor; nil to sign in.
  ///   - resend: Whether to send another message within the minute, for a "Resend" button.
  /// - Returns: The verification ID, which is valid for about ten minutes.
  /// - Throws: ``AuthErrorCode/invalidPhoneNumber``, ``AuthErrorCode/quotaExceeded``,
  ///   ``AuthErrorCode/tooManyRequests``, ``AuthErrorCode/appNotVerified``.
  public func verifyPhoneNumber(
    _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession? = nil, resend: Bool = false
  ) async throws(AuthError) -> String {
    let session = multiFactorSession
    if let session, session.auth !== auth { throw AuthError(.invalidMultiFactorSession) }
    return try await auth.performVerified(
      as: session?.user, at: session?.binding, uiDelegate: uiDelegate
    ) { core throws(AuthFailure) in
      let number = try PhoneNumber(for: phoneNumber)
      guard let session else { return try core.verifyPhoneNumber(number, resend: resend).verificationID }
      guard case .enrollment = session.purpose else {
        throw .unusable(.invalidMultiFactorSession)
      }
      try core.refuseUnready(.phone, number)
      return try core.verifyPhoneNumber(enrolling: number, resend: resend).verificationID
    }.answer
  }

  /// Sends a code to a phone that is a second factor.
  /// - Parameters:
  ///   - phoneMultiFactorInfo: One of the resolver's hints.
  ///   - uiDelegate: Shows reCAPTCHA if the service requires it; nil for ``Auth/uiDelegate``. Without a delegate, the
  ///     call throws an error then.
  ///   - multiFactorSession: The resolver's session.
  ///   - resend: Whether to send another message within the minute.
  /// - Returns: The verification ID, which is valid for about ten minutes.
  public func verifyPhoneNumber(
    with phoneMultiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession?, resend: Bool = false
  ) async throws(AuthError) -> String {
    guard let multiFactorSession, case .signIn(let pendingCredential) = multiFactorSession.purpose else {
      throw AuthError(multiFactorSession == nil ? .missingMultiFactorSession : .invalidMultiFactorSession)
    }
    guard multiFactorSession.auth === auth else { throw AuthError(.invalidMultiFactorSession) }
    let hint = phoneMultiFactorInfo.factor
    return try await auth.performVerified(at: multiFactorSession.binding, uiDelegate: uiDelegate) {
      core throws(AuthFailure) in
      let resolver = ResolverRecord(pendingCredential: pendingCredential, hints: [hint])
      return try core.verifyPhoneNumber(of: hint, in: resolver, resend: resend).verificationID
    }.answer
  }

  /// Creates the credential of a code.
  ///
  /// If the ID or the code is empty, the call that uses the credential throws an error.
  public func credential(
    withVerificationID verificationID: String, verificationCode: String
  ) -> PhoneAuthCredential {
    PhoneAuthCredential(verificationID: verificationID, code: verificationCode)
  }
}

extension PhoneNumber {
  fileprivate init(for text: String) throws(AuthFailure) {
    do {
      self = try PhoneNumber(typed: text)
    } catch {
      throw error == .empty ? .missingPhoneNumber : .invalidPhoneNumber(error)
    }
  }
}
