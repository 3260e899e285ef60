import IdentityToolkit

extension LocalServer {
  /// A second factor of an account.
  public enum SecondFactor: Sendable, Equatable {
    /// A phone that receives codes by SMS.
    ///
    /// The number is in E.164 form.
    case phone(_ number: String, displayName: String? = nil)
    /// An authenticator app. `secret` is 16 bytes or more in Base32, for ``LocalServer/totpCode(secret:at:)``.
    case totp(secret: String, displayName: String? = nil)
  }
}

extension LocalServer.SecondFactor {
  /// Returns nil for a kind that this library does not know.
  init?(_ enrollment: MFAEnrollment) {
    if let number = enrollment.unobfuscatedPhoneInfo ?? enrollment.phoneInfo {
      self = .phone(number, displayName: enrollment.displayName)
    } else if let totp = enrollment.totpInfo {
      self = .totp(secret: totp.sharedSecretKey ?? "", displayName: enrollment.displayName)
    } else {
      return nil
    }
  }

  var enrollment: MFAEnrollment {
    var enrollment = MFAEnrollment(mfaEnrollmentId: nil)
    switch self {
    case .phone(let number, let displayName):
      enrollment.phoneInfo = number
      enrollment.displayName = displayName
    case .totp(let secret, let displayName):
      enrollment.totpInfo = TOTPInfo(sharedSecretKey: secret)
      enrollment.displayName = displayName
    }
    return enrollment
  }
}
