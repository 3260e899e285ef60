import Essentials
import IdentityToolkit

// A stored second factor, as answers describe it.

extension MFAEnrollment {
  /// The factor as its owner and administrators see it.
  init(_ factor: SecondFactor, under policy: Policy) {
    self.init(hint: factor, under: policy)
    phoneInfo = factor.phone?.e164
    if !policy.serviceAnswers { unobfuscatedPhoneInfo = phoneInfo }
  }

  /// The factor as it is shown after the first one: numbers are masked.
  init(hint factor: SecondFactor, under policy: Policy) {
    self.init(mfaEnrollmentId: factor.enrollmentID)
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.rfc3339WithFraction
    switch factor.kind {
    case .phone(let phone):
      phoneInfo = MaskedNumber.mask(phone.e164, keepingCallingCode: policy.hintsShowCallingCode)
    case .totp: totpInfo = TOTPInfo()
    }
  }
}
