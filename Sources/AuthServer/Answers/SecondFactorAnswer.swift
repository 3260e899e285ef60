import Essentials
import IdentityToolkit

// A stored second factor, as answers describe it.

extension MFAEnrollment {
  /// The factor as its owner and administrators see it.
  init(_ factor: SecondFactor) {
    self.init(hint: factor)
    phoneInfo = factor.phone?.e164
    unobfuscatedPhoneInfo = factor.phone?.e164
  }

  /// The factor as it is shown after the first one: numbers are masked.
  init(hint factor: SecondFactor) {
    self.init(mfaEnrollmentId: factor.enrollmentID)
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.rfc3339WithFraction
    switch factor.kind {
    case .phone(let phone): phoneInfo = MaskedNumber.mask(phone.e164)
    case .totp: totpInfo = TOTPInfo()
    }
  }
}
