import Essentials
import IdentityToolkit

extension MFAEnrollment {
  /// The factor as its owner and administrators see it.
  init(_ factor: SecondFactor) {
    self.init(hint: factor)
    phoneInfo = factor.phone?.text
    unobfuscatedPhoneInfo = factor.phone?.text
  }

  /// The factor as somebody sees it who has shown a first one: numbers are masked.
  init(hint factor: SecondFactor) {
    self.init(mfaEnrollmentId: factor.enrollmentID)
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.rfc3339
    switch factor.kind {
    case .phone(let phone): phoneInfo = MaskedNumber.mask(phone.text)
    case .totp: totpInfo = EmptyObject()
    }
  }
}
