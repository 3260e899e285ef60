import IdentityToolkit

/// Phone numbers: sends codes, and makes credentials of those that arrive.
public struct PhoneAuthProvider: Sendable {
  /// The provider's id.
  public static let id = AuthProviderID.phone.rawValue

  private let auth: Auth

  private init(auth: Auth) {
    self.auth = auth
  }

  /// The provider that sends codes through `auth`.
  public static func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

  /// Sends a code to `phoneNumber` by SMS.
  ///
  /// The service first requires proof that an app asks: a push that came (``Auth/setAPNSToken(_:type:)``), or else reCAPTCHA,
  /// which `uiDelegate` shows. Fictional numbers do without where
  /// ``AuthSettings/isAppVerificationDisabledForTesting`` is set.
  ///
  /// Calls for the same number at the same time share one message, and within the next minute the same verification ID is
  /// given without another message, until its code is used.
  /// - Parameters:
  ///   - phoneNumber: With the country's code, `+1 650-555-3434`; separators are left out.
  ///   - uiDelegate: Has a person pass reCAPTCHA, where it comes to that; nil fails then.
  ///   - multiFactorSession: Of the user for whom the number is to become a second factor; nil signs in.
  ///   - resend: Sends another message within the minute, too, for a person who asks for it.
  /// - Returns: The verification ID, good for about five minutes.
  /// - Throws: ``AuthErrorCode/invalidPhoneNumber``, ``AuthErrorCode/quotaExceeded``, ``AuthErrorCode/tooManyRequests``,
  ///   ``AuthErrorCode/appNotVerified``.
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
    }
  }

  /// Sends a code to the phone that is a second factor.
  /// - Parameters:
  ///   - phoneMultiFactorInfo: One of the resolver's hints.
  ///   - uiDelegate: Has a person pass reCAPTCHA, where it comes to that; nil fails then.
  ///   - multiFactorSession: The resolver's session.
  ///   - resend: Sends another message within the minute, too.
  /// - Returns: The verification ID, good for about five minutes.
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
    }
  }

  /// The credential of a code that arrived. Empty words fail when the credential is used.
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
