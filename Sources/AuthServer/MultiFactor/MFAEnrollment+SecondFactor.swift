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
    phoneInfo = factor.phone?.masked
    if case .totp = factor.kind { totpInfo = EmptyObject() }
  }
}

extension PhoneNumber {
  /// All digits but the last four hidden.
  fileprivate var masked: String {
    let digits = text.dropFirst()
    return "+" + String(repeating: "*", count: digits.count - 4) + digits.suffix(4)
  }
}
